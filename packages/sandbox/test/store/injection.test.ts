import { functionNames } from '@syncline/odata';
import { describe, expect, it } from 'vitest';
import { get, openSandbox, runQuery } from '../support/sandbox.ts';

const hostile = [
  "' OR 1=1 --",
  "'; DROP TABLE history; --",
  "x' UNION SELECT name FROM sqlite_master --",
  "')) OR (('1'='1",
  '") OR 1=1 --',
  "\\' OR 1=1",
  '%',
  '_',
  '1; PRAGMA writable_schema=1',
  '${1+1}',
  "a'||'b",
];

describe.each(hostile)('the text %j', (text) => {
  const quoted = encodeURIComponent(text.replaceAll("'", "''")).replaceAll("'", '%27');
  const data = {
    history: [
      { details: 'plain', n: 1 },
      { details: text, n: 2 },
    ],
    jobs: [{ JobName: text, JobId: text }],
    jobStatus: { [text]: [{ status: 'mine' }] },
  };

  it.each(['eq', ...functionNames])('is a literal under %s', async (name) => {
    const filter = name === 'eq' ? `details%20eq%20'${quoted}'` : `${name}(details,'${quoted}')`;
    const { status, body } = await get(openSandbox({ data }), 'odata', `/history?$filter=${filter}`);
    expect([status, body.value.map(({ n }) => n)]).toEqual([200, [2]]);
  });

  it('is a name in $select and $orderby, and is rejected', async () => {
    const sandbox = openSandbox({ data });
    for (const option of ['$select', '$orderby'])
      expect((await get(sandbox, 'odata', `/history?${option}=${encodeURIComponent(text)}`)).status).toBe(400);
    expect((await get(sandbox, 'odata', '/history')).body.value).toHaveLength(2);
  });

  it('is a key in a path', async () => {
    const sandbox = openSandbox({ data });
    expect((await get(sandbox, 'odata', `/jobs('${quoted}')`)).body.JobName).toBe(text);
    expect((await get(sandbox, 'v2', `/v2/jobs/${encodeURIComponent(text)}/status`)).body).toEqual([
      { status: 'mine' },
    ]);
  });

  it('is a literal in the workspaces filter and in a query text', async () => {
    const sandbox = openSandbox({ data });
    expect((await get(sandbox, 'v2', `/v2/workspaces?filter=name%20eq%20'${quoted}'`)).body).toEqual([]);
    const response = await runQuery(sandbox, `SELECT n FROM history WHERE details = '${text.replaceAll("'", "''")}'`);
    expect(await response.json()).toEqual([{ n: 2 }]);
    expect((await runQuery(sandbox, text)).status).toBe(400);
  });
});
