import { describe, expect, it } from 'vitest';
import { createSandbox, readData } from '../../src/index.ts';

describe('the data file', () => {
  it.each([
    ['{', /^data must be valid JSON: /],
    ['[]', 'data must be an object, found an array'],
    ['{"job":[]}', 'job in the data is unknown: did you mean jobs?'],
    ['{"jobs":{}}', 'jobs in the data must be an array, found an object'],
    ['{"history":"x"}', 'history in the data must be an array, found "x"'],
    ['{"jobStatus":[]}', 'jobStatus in the data must be an object, found an array'],
    ['{"jobStatus":{"j":{}}}', 'jobStatus["j"] in the data must be an array, found an object'],
    ['{"jobs":[1]}', 'jobs[0] in the data must be an object, found 1'],
    ['{"jobs":[{"JobName":"a"},{}]}', 'jobs[1].JobName in the data is required and missing'],
    ['{"jobs":[{"JobName":""}]}', 'jobs[0].JobName in the data must not be empty'],
    [
      '{"jobs":[{"JobName":"a"},{"JobName":"a"}]}',
      'jobs[1].JobName in the data must be unique, found a second job "a"',
    ],
    ['{"jobs":[{"JobName":"a","Scheduled":true}]}', 'jobs[0].Scheduled in the data must be a string, found true'],
    ['{"jobs":[{"JobName":"a","RowVersion":1.5}]}', 'jobs[0].RowVersion in the data must be a whole number, found 1.5'],
    [
      '{"jobs":[{"JobName":"a","SkipFormulaFields":"true"}]}',
      'jobs[0].SkipFormulaFields in the data must be true or false, found "true"',
    ],
    [
      '{"history":[{},{"a":{}}]}',
      'history[1].a in the data must be a string without NUL, a finite number, true, false or null, found an object',
    ],
    ['{"history":[{"a":"\\u0000"}]}', /^history\[0\]\.a in the data must be a string without NUL/],
    [
      '{"history":[{"runstartdate":"soon"}]}',
      'history[0].runstartdate in the data must be an ISO 8601 timestamp, found "soon"',
    ],
    ['{"history":[[]]}', 'history[0] in the data must be an object, found an array'],
    ['{"connectors":[{"workspace":1}]}', 'connectors[0].workspace in the data must be a string, found 1'],
    ['{"workspaces":[{"jobs":[{},{"id":1}]}]}', 'workspaces[0].jobs[1].id in the data must be a string, found 1'],
    [
      '{"workspaces":[{"permissions":{"can_update":"yes"}}]}',
      'workspaces[0].permissions.can_update in the data must be true or false, found "yes"',
    ],
    [
      '{"jobStatus":{"j":[{"records_affected":"3"}]}}',
      'jobStatus["j"][0].records_affected in the data must be a whole number, found "3"',
    ],
    [
      '{"taskHistory":{"t":[]}}',
      'taskHistory["t"] in the data must have a key of the form "transformation_id/task_id"',
    ],
    ['{"taskHistory":{"100%/t":[]}}', 'write a % in an id as %25, and a / as %2F'],
    ['{"taskHistory":{"t/%zz":[]}}', /^taskHistory\["t\/%zz"\] in the data must have a key of the form/],
    ['{"taskHistory":{"t/k":[{"status":1}]}}', 'taskHistory["t/k"][0].status in the data must be a string, found 1'],
  ])('%s is rejected with record and field', (text, message) => {
    expect(() => createSandbox({ data: readData(text) })).toThrow(message);
  });

  it('keeps whole numbers that a double cannot represent', () => {
    const data = readData('{"jobs":[{"JobName":"a","RowVersion":9223372036854775807,"SnapshotSize":-12}]}');
    expect(data.jobs?.[0]).toEqual({ JobName: 'a', RowVersion: 9223372036854775807n, SnapshotSize: -12 });
  });
});
