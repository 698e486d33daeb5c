import { describe, expect, it } from 'vitest';
import { headersFor, openSandbox, runQuery } from '../support/sandbox.ts';

describe('runQuery', () => {
  it.each([
    ['SELECT JobName FROM jobs', [{ JobName: 'Nightly' }, { JobName: "O'Brien/ö 100%" }]],
    [
      "select connectorid from history where runstartdate >= '2026-01-02' order by connectorid desc;",
      [{ connectorid: 'crm' }],
    ],
    [
      "SELECT records FROM history WHERE records > 5.5 OR (connectorid = 'shop' AND NOT failed = true)",
      [{ records: 5 }, { records: 7.5 }],
    ],
    ['SELECT instanceid FROM history WHERE runstartdate IS NULL', [{}]],
    [
      'SELECT instanceid FROM history WHERE instanceid IS NOT NULL ORDER BY instanceid DESC LIMIT 1',
      [{ instanceid: 'b' }],
    ],
    ['SELECT id FROM workspaces WHERE is_default <> false', [{ id: 'w1' }]],
    ['SELECT "connectorid" FROM connectors ORDER BY workspace ASC, connectorid LIMIT 0', []],
  ])('%s', async (query, expected) => {
    const response = await runQuery(openSandbox(), query);
    expect([response.status, await response.json()]).toEqual([200, expected]);
  });

  it.each([
    '',
    'DROP TABLE jobs',
    'SELECT',
    'SELECT * FROM secrets',
    'SELECT * FROM constructor',
    'SELECT * FROM jobs; DELETE FROM jobs',
    'SELECT a,, b FROM jobs',
    'SELECT nothing FROM jobs',
    "SELECT * FROM history WHERE connectorid LIKE 'a'",
    'SELECT * FROM history WHERE records = ',
    'SELECT * FROM history LIMIT -1',
    'SELECT * FROM history LIMIT x',
    'SELECT * FROM history WHERE (records = 1',
    'SELECT * FROM history ORDER connectorid',
    "SELECT * FROM history WHERE connectorid = 'a",
    `SELECT * FROM history WHERE ${'('.repeat(200)}`,
    'SELECT * FROM jobs '.padEnd(9000),
  ])('%s is rejected', async (query) => {
    const response = await runQuery(openSandbox(), query);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { code: 'BadRequest', message: expect.any(String) as string } },
    ]);
  });

  it.each([
    ['{', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['{"query":1}', 'application/json', 400],
    ['null', 'application/json', 400],
    ['{"query":"SELECT * FROM jobs"}', 'text/plain', 415],
    [`{"query":"${'x'.repeat(1024 * 1024)}"}`, 'application/json; charset=utf-8', 413],
  ])('a body beginning %.20s as %s gets the status %i', async (body, type, status) => {
    const sandbox = openSandbox();
    const response = await sandbox.fetch(`${sandbox.urls.cloud}/api/query`, {
      method: 'POST',
      headers: { ...headersFor(sandbox, 'cloud'), 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { code: expect.any(String) as string, message: expect.any(String) as string },
    });
  });
});
