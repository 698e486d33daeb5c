import { operations as table } from '@syncline/openapi';

/** One change of the description, and what `syncline diff` must report. */
export interface RecordedChange {
  readonly title: string;
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly bump: 'patch' | 'minor' | 'major';
  readonly operations: readonly string[];
  readonly fields: readonly string[];
}

const job = ['getJob'];
const history = ['listHistory'];
const workspaces = ['listWorkspaces'];
const all = (name: string): readonly string[] =>
  Object.values(table).flatMap((operation) => (operation.interface === name ? [operation.id] : []));
const v2 = all('v2');
const odata = all('odata');

const change = (
  title: string,
  bump: RecordedChange['bump'],
  operations: readonly string[],
  fields: readonly string[],
  file: string,
  from: string | RegExp,
  to: string,
): RecordedChange => ({ title, file, from, to, bump, operations, fields });

/** Rated by hand, independently of the code that rates them. */
export const RECORDED: readonly RecordedChange[] = [
  change(
    'a field added to an answer',
    'minor',
    job,
    ['Job.Priority'],
    'schemas/Job.yaml',
    'properties:\n',
    "properties:\n  Priority: { type: string, x-source: '2.1', description: Priority. }\n",
  ),
  change('a field removed', 'major', job, ['Job.PreJob'], 'schemas/Job.yaml', /  PreJob: .*\n.*\n/, ''),
  change(
    'a field renamed',
    'major',
    job,
    ['Job.PostJob', 'Job.AfterJob'],
    'schemas/Job.yaml',
    '  PostJob:',
    '  AfterJob:',
  ),
  change(
    'a wire type changed',
    'major',
    job,
    ['Job.SourceSchema'],
    'schemas/Job.yaml',
    'SourceSchema: { type: string',
    'SourceSchema: { type: integer',
  ),
  change(
    'an enumeration grown',
    'minor',
    job,
    ['Job.ReplicateIntervalUnit'],
    'schemas/Job.yaml',
    'enum: [minutes',
    'enum: [seconds, minutes',
  ),
  change(
    'an enumeration shrunk, which an open type survives',
    'minor',
    job,
    ['Job.ReplicateIntervalUnit'],
    'schemas/Job.yaml',
    ', years, rows]',
    ', years]',
  ),
  change(
    'a string that becomes a switch',
    'major',
    job,
    ['Job.Type'],
    'schemas/Job.yaml',
    'Type: { type: string,',
    'Type: { type: string, x-decode: boolean,',
  ),
  change(
    'a switch that becomes a string',
    'major',
    job,
    ['Job.CanUpdate'],
    'schemas/Job.yaml',
    'CanUpdate: { type: string, x-decode: boolean,',
    'CanUpdate: { type: string,',
  ),
  change(
    'a number that becomes 64 bits wide, a bigint',
    'major',
    ['listTaskHistory'],
    ['TaskHistoryRecord.affected_rows'],
    'schemas/TaskHistoryRecord.yaml',
    'affected_rows: { type: integer,',
    'affected_rows: { type: integer, format: int64,',
  ),
  change(
    'a field that answers now always have',
    'minor',
    job,
    ['Job.JobId'],
    'schemas/Job.yaml',
    'required: [JobName]',
    'required: [JobName, JobId]',
  ),
  change(
    'a field that answers may now lack',
    'major',
    job,
    ['Job.JobName'],
    'schemas/Job.yaml',
    'required: [JobName]\n',
    '',
  ),
  change('a default changed', 'minor', job, ['Job.WorkerPool'], 'schemas/Job.yaml', "default: '2'", "default: '4'"),
  change(
    'a description only',
    'patch',
    job,
    ['Job.JobId'],
    'schemas/Job.yaml',
    'Identifier of the job.',
    'Identifier of a job.',
  ),
  change('an example only', 'patch', history, [], 'odata.yaml', '3 tables replicated', '4 tables replicated'),
  change('a version number only', 'patch', [], [], 'odata.yaml', 'version: 26.2.0', 'version: 26.2.1'),
  change(
    'an operation added',
    'minor',
    ['listTasks'],
    [],
    'v2.yaml',
    'components:\n',
    "  /v2/tasks:\n    get:\n      operationId: listTasks\n      summary: Read tasks\n      x-source: '4'\n      responses:\n        2XX: { description: Tasks. }\n        4XX: { $ref: '#/components/responses/Error' }\ncomponents:\n",
  ),
  change(
    'an operation removed',
    'major',
    ['listConnectors'],
    ['ConnectorRecord'],
    'odata.yaml',
    /  \/connectors:\n[^]*?(?=components:\n)/,
    '',
  ),
  change(
    'an operationId changed',
    'major',
    ['runQuery', 'query'],
    [],
    'cloud.yaml',
    'operationId: runQuery',
    'operationId: query',
  ),
  change('a path changed', 'major', ['runQuery'], [], 'cloud.yaml', '/api/query:', '/api/sql:'),
  change(
    'an optional parameter added',
    'minor',
    workspaces,
    [],
    'v2.yaml',
    '      tags: [Workspaces]\n',
    '      tags: [Workspaces]\n      parameters:\n        - { name: limit, in: query, description: Limit., schema: { type: integer } }\n',
  ),
  change(
    'a parameter made required',
    'major',
    ['listHistory', 'listConnectors'],
    [],
    'odata.yaml',
    /name: \$filter\n {6}in: query\n/g,
    'name: $filter\n      in: query\n      required: true\n',
  ),
  change(
    'a parameter removed',
    'major',
    ['listHistory'],
    [],
    'odata.yaml',
    "        - $ref: '#/components/parameters/orderbyHistory'\n      responses:\n        '200':\n          description: The history",
    "      responses:\n        '200':\n          description: The history",
  ),
  change(
    'a security alternative added',
    'minor',
    v2,
    [],
    'v2.yaml',
    /  - basic: \[\]\n([^]*)$/,
    "  - basic: []\n  - bearer: []\n$1    bearer: { type: http, scheme: bearer, description: A token., x-source: '5.2' }\n",
  ),
  change('a security alternative removed', 'major', odata, [], 'odata.yaml', '  - apiKeyQuery: []\n', ''),
  change(
    'a security scheme that was open and is now shown',
    'minor',
    v2,
    [],
    'v2.yaml',
    'name: not-shown',
    'name: x-user-authtoken',
  ),
  change(
    'a required field added to a request',
    'major',
    ['runQuery'],
    ['QueryRequest.dialect'],
    'schemas/QueryRequest.yaml',
    'required: [query]\nproperties:\n',
    "required: [query, dialect]\nproperties:\n  dialect: { type: string, x-source: '2.6', description: Dialect. }\n",
  ),
  change(
    'an optional field added to a request',
    'minor',
    ['runQuery'],
    ['QueryRequest.dialect'],
    'schemas/QueryRequest.yaml',
    'properties:\n',
    "properties:\n  dialect: { type: string, x-source: '2.6', description: Dialect. }\n",
  ),
  change(
    'a field added to a record inside a record',
    'minor',
    workspaces,
    ['WorkspaceMember.kind'],
    'schemas/WorkspaceMember.yaml',
    'properties:\n',
    "properties:\n  kind: { type: string, x-source: '2.2', description: Kind. }\n",
  ),
  change(
    'a field added to an error',
    'minor',
    odata,
    ['ODataErrorBody.trace'],
    'schemas/ODataErrorBody.yaml',
    'properties:\n',
    "properties:\n  trace: { type: string, x-source: '7', description: Trace. }\n",
  ),
];
