import { JSON_TYPE, BASIC, BASIC_HEADERS, ODATA, V2, read, type Vector } from './vector.ts';

const BIG = { $bigint: '9007199254740993' };

/** A field of a job: its JSON text on the wire, and the value that the client returns. */
const JOB: readonly (readonly [field: string, wire: string, value: unknown])[] = [
  ['Scheduled', '"true"', true],
  ['Scheduled', '"false"', false],
  ['Scheduled', '"True"', true],
  ['Scheduled', '"FALSE"', false],
  ['Scheduled', 'true', true],
  ['Scheduled', 'false', false],
  ['CanExecute', '"true"', true],
  ['HistoryMode', '"false"', false],
  ['AutomaticJobRetry', '"True"', true],
  ['Verbosity', '"2"', 2],
  ['Verbosity', '"9"', 9],
  ['ReplicateInterval', '"180"', 180],
  ['BatchSize', '"0"', 0],
  ['CommandTimeout', '"300"', 300],
  ['WorkerPool', '"2"', 2],
  ['RowVersion', '41', { $bigint: '41' }],
  ['RowVersion', '9007199254740993', BIG],
  ['RowVersion', '-9223372036854775808', { $bigint: '-9223372036854775808' }],
  ['SnapshotSize', '9223372036854775807', { $bigint: '9223372036854775807' }],
  ['HistoryId', '"0"', '0'],
  ['ReplicateStartDate', '"2026-01-31"', '2026-01-31'],
  ['ReplicateIntervalUnit', '"days"', 'days'],
  ['ReplicateIntervalUnit', '"decades"', 'decades'],
  ['LicenseState', '"invalid"', 'invalid'],
  ['SkipFormulaFields', 'true', true],
  ['SkipSnapshot', 'false', false],
  ['Label#', '"a, b"', 'a, b'],
  ['JobName', '"9007199254740993"', '9007199254740993'],
  ['NotOfTheSpecification', '{"kept":[1,"2"]}', { kept: [1, '2'] }],
];

/** Values that the type of a field does not allow: an error names them, and `undecodable: 'keep'` returns them unchanged. */
const UNDECODABLE: readonly (readonly [field: string, wire: string])[] = [
  ['Scheduled', '"maybe"'],
  ['Scheduled', '1'],
  ['BatchSize', '"many"'],
  ['BatchSize', '"1.5"'],
  ['RowVersion', '1.5'],
  ['SkipSnapshot', '"maybe"'],
];

const job = (field: string, wire: string): string =>
  `{${field === 'JobName' ? '' : '"JobName":"a",'}${JSON.stringify(field)}:${wire}}`;
const record = (field: string, value: unknown): unknown => ({ JobName: 'a', [field]: value });
const url = `${ODATA}/jobs('a')`;

const workspace =
  '{"id":"w1","is_default":true,"connections":[{"id":"c1","name":"Shop","connector":"shop","error":""}],"permissions":{"can_update":true,"can_delete":false}}';

export const values: readonly Vector[] = [
  ...JOB.map(([field, wire, value]) =>
    read(`${field} ${wire}`, 'getJob', { JobName: 'a' }, url, job(field, wire), record(field, value)),
  ),
  read('an empty switch is absent', 'getJob', { JobName: 'a' }, url, '{"JobName":"a","Scheduled":""}', {
    JobName: 'a',
  }),
  ...UNDECODABLE.map(
    ([field, wire]): Vector => ({
      title: `${field} ${wire} cannot be decoded`,
      operation: 'getJob',
      arguments: { JobName: 'a' },
      credential: BASIC,
      options: {},
      exchanges: [
        {
          request: { method: 'GET', url, headers: BASIC_HEADERS, body: null },
          response: { status: 200, headers: JSON_TYPE, body: job(field, wire) },
        },
      ],
      result: { error: { code: 'RESPONSE_FORMAT', reason: 'value', record: 'Job', field } },
    }),
  ),
  ...UNDECODABLE.map(([field, wire]) =>
    read(
      `${field} ${wire} is kept on request`,
      'getJob',
      { JobName: 'a' },
      url,
      job(field, wire),
      record(field, JSON.parse(wire)),
      { undecodable: 'keep' },
    ),
  ),
  read('history as a bare array', 'listHistory', {}, `${ODATA}/history`, '[{"details":"a","rows":1}]', [
    { details: 'a', rows: 1 },
  ]),
  read(
    'history in an envelope',
    'listHistory',
    {},
    `${ODATA}/history`,
    '{"@odata.context":"x","value":[{"details":"a"}]}',
    [{ details: 'a' }],
  ),
  read('connectors in an envelope', 'listConnectors', {}, `${ODATA}/connectors`, '{"value":[]}', []),
  read('a workspace with its members and permissions', 'listWorkspaces', {}, `${V2}/v2/workspaces`, `[${workspace}]`, [
    JSON.parse(workspace),
  ]),
  read(
    'a status record, with a status in the words of the service',
    'listJobStatus',
    { job_id: '1' },
    `${V2}/v2/jobs/1/status`,
    '[{"history_id":"1","status":"7 of 13 Tasks Failed","records_affected":5}]',
    [{ history_id: '1', status: '7 of 13 Tasks Failed', records_affected: 5 }],
  ),
  read(
    'a task history record',
    'listTaskHistory',
    { transformation_id: 't', task_id: 'k' },
    `${V2}/v2/transformations/t/tasks/k/history`,
    '[{"task_id":"k","affected_rows":0,"run_start_at":"2026-03-01T02:00:00Z"}]',
    [{ task_id: 'k', affected_rows: 0, run_start_at: '2026-03-01T02:00:00Z' }],
  ),
];
