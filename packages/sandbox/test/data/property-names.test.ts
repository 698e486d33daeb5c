import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { get, openSandbox, runQuery } from '../support/sandbox.ts';

const start = '2026-03-01T00:00:00Z';

describe('the names of properties', () => {
  it('are those of job records if configured: generated, simulated, filtered, ordered and selected', async () => {
    const sandbox = createSandbox({ names: 'pascal', scale: { jobs: 3, history: 30 }, clock: { start } });
    const [job] = (await get(sandbox, 'odata', '/history')).body.value;
    expect(Object.keys(job!)).toEqual([
      'Id',
      'JobId',
      'JobName',
      'ConnectorId',
      'RunStartDate',
      'InstanceId',
      'Status',
      'Details',
      'RecordsAffected',
      'Runtime',
      'RunEndDate',
      'Error',
    ]);
    sandbox.life!.start(String(job!.JobName), 'failed');
    const query = `$filter=RunStartDate%20ge%20${start}%20and%20Status%20eq%20'RUNNING'&$orderby=RunStartDate%20desc&$select=Status`;
    expect((await get(sandbox, 'odata', `/history?${query}`)).body.value).toContainEqual({ Status: 'RUNNING' });
    sandbox.clock.advance('1h');
    expect(
      (await get(sandbox, 'odata', `/history?$filter=RunEndDate%20gt%20${start}`)).body.value.length,
    ).toBeGreaterThan(0);
    expect((await get(sandbox, 'odata', '/history?$select=runstartdate')).status).toBe(400);
    expect(
      (await get(sandbox, 'odata', "/connectors?$filter=contains(ConnectorId,'CRM')")).body.value.length,
    ).toBeGreaterThan(0);
    const found = await runQuery(sandbox, `SELECT Id FROM history WHERE RunStartDate >= '${start}'`);
    expect(found.status).toBe(200);
    await sandbox.close();
  });

  it('are those of the data, also for the runs of its jobs', async () => {
    const sandbox = openSandbox({
      data: { jobs: [{ JobName: 'a' }], history: [{ Id: 'x', Run_Start_Date: '2026-01-01', Status: 'OK', other: 1 }] },
      life: {},
      clock: { start },
    });
    sandbox.life!.start('a', 'success');
    const { body } = await get(sandbox, 'odata', '/history?$orderby=Run_Start_Date');
    expect(body.value).toMatchObject([{ Id: 'x' }, { Run_Start_Date: '2026-03-01T00:00:00.000Z', Status: 'RUNNING' }]);
    expect(sandbox.names).toEqual({ historyid: 'Id', runstartdate: 'Run_Start_Date', status: 'Status' });
  });

  it.each([
    [{ rows: 'Rows' }, /^names\.rows is not an option: /],
    [{ status: 'a b' }, 'names.status must be a property name, found "a b"'],
    [{ status: 'details' }, 'names must be different, found details twice'],
    ['camel', 'names must be pascal or an object, found "camel"'],
  ])('%j is refused', (names, message) => expect(() => createSandbox({ names: names as object })).toThrow(message));
});
