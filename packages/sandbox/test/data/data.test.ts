import { describe, expect, it } from 'vitest';
import { createSandbox, readData } from '../../src/index.ts';
import { openSandbox } from '../support/sandbox.ts';

describe('the data file', () => {
  it.each([
    ['{', /^data: is no JSON: /],
    ['[]', 'data: the file: expected an object, found an array'],
    ['{"job":[]}', 'data: job: unknown; expected jobs, history, connectors, workspaces, jobStatus, taskHistory'],
    ['{"jobs":{}}', 'data: jobs: expected an array, found an object'],
    ['{"history":"x"}', 'data: history: expected an array, found "x"'],
    ['{"jobStatus":[]}', 'data: jobStatus: expected an object, found an array'],
    ['{"jobStatus":{"j":{}}}', 'data: jobStatus["j"]: expected an array, found an object'],
    ['{"jobs":[1]}', 'data: jobs[0]: expected an object, found 1'],
    ['{"jobs":[{"JobName":"a"},{}]}', 'data: jobs[1].JobName: required, and absent'],
    ['{"jobs":[{"JobName":""}]}', 'data: jobs[0].JobName: expected a name, found ""'],
    ['{"jobs":[{"JobName":"a"},{"JobName":"a"}]}', 'data: jobs[1].JobName: a second job of the name "a"'],
    ['{"jobs":[{"JobName":"a","Scheduled":true}]}', 'data: jobs[0].Scheduled: expected a string, found true'],
    ['{"jobs":[{"JobName":"a","RowVersion":1.5}]}', 'data: jobs[0].RowVersion: expected a whole number, found 1.5'],
    [
      '{"jobs":[{"JobName":"a","SkipFormulaFields":"true"}]}',
      'data: jobs[0].SkipFormulaFields: expected true or false, found "true"',
    ],
    [
      '{"history":[{},{"a":{}}]}',
      'data: history[1].a: expected a string without NUL, a finite number, true, false or null, found an object',
    ],
    ['{"history":[{"a":"\\u0000"}]}', /^data: history\[0\]\.a: expected a string without NUL/],
    [
      '{"history":[{"runstartdate":"soon"}]}',
      'data: history[0].runstartdate: expected an ISO 8601 timestamp, found "soon"',
    ],
    ['{"history":[[]]}', 'data: history[0]: expected an object, found an array'],
    ['{"connectors":[{"workspace":1}]}', 'data: connectors[0].workspace: expected a string, found 1'],
    ['{"workspaces":[{"jobs":[{},{"id":1}]}]}', 'data: workspaces[0].jobs[1].id: expected a string, found 1'],
    [
      '{"workspaces":[{"permissions":{"can_update":"yes"}}]}',
      'data: workspaces[0].permissions.can_update: expected true or false, found "yes"',
    ],
    [
      '{"jobStatus":{"j":[{"records_affected":"3"}]}}',
      'data: jobStatus["j"][0].records_affected: expected a whole number, found "3"',
    ],
    ['{"taskHistory":{"t":[]}}', 'data: taskHistory["t"]: expected a key "transformation_id/task_id", found "t"'],
    ['{"taskHistory":{"t/%zz":[]}}', /^data: taskHistory\["t\/%zz"\]: expected a key/],
    ['{"taskHistory":{"t/k":[{"status":1}]}}', 'data: taskHistory["t/k"][0].status: expected a string, found 1'],
  ])('%s is refused with record and field', (text, message) => {
    expect(() => createSandbox({ data: readData(text) })).toThrow(message);
  });

  it('keeps whole numbers beyond doubles', () => {
    const data = readData('{"jobs":[{"JobName":"a","RowVersion":9223372036854775807,"SnapshotSize":-12}]}');
    expect(data.jobs?.[0]).toEqual({ JobName: 'a', RowVersion: 9223372036854775807n, SnapshotSize: -12 });
  });
});

describe('options', () => {
  it.each([
    [{ vendor: 'a b' }, /^vendor: /],
    [{ seed: 1.5 }, /^seed: /],
    [{ v2: { keyHeader: 'a:b' } }, /^v2.keyHeader: /],
    [{ v2: { filterParameter: '' } }, /^v2: /],
    [{ envelope: 'odd' as 'array' }, /^envelope: /],
    [{ tokenLifetime: 0 }, /^tokenLifetime: /],
    [{ latency: -1 }, /^latency: /],
    [{ schemes: { other: false } as object }, /^schemes: /],
    [{ rules: [{ status: 99 }] }, /status/],
    [{ scale: { jobs: -1 } }, /^scale.jobs: /],
  ])('%j is refused in one line', (options, message) => {
    expect(() => createSandbox(options)).toThrow(message);
    expect(() => createSandbox(options)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error);
  });
  it('waits before each answer when told to', async () => {
    const sandbox = openSandbox({ latency: 40 });
    const started = performance.now();
    await sandbox.fetch(sandbox.urls.odata);
    expect(performance.now() - started).toBeGreaterThanOrEqual(38);
  });
});
