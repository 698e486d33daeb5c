import { expect, test } from 'vitest';
import { cloudTables, odataTables, operations, securitySchemes, v2Tables } from '../src/index.ts';

test('the operations are those of the specification, with their calls, methods, paths, parameters, security, bodies, sections and errors', () => {
  const rows = Object.values(operations).map((operation) => [
    operation.id,
    [operation.call, ...operation.otherCalls].join(' '),
    operation.interface,
    operation.server,
    `${operation.method} ${operation.path}`,
    [...operation.pathParameters, ...operation.queryParameters].join(' '),
    operation.security.join(' | '),
    `${operation.response.kind} ${operation.response.record}`,
    operation.requestContentType,
    operation.requestFields.join(' '),
    operation.source,
    operation.error,
  ]);
  const odata = 'basic | apiKeyHeader | apiKeyQuery';
  const v2 = 'userToken | basic';
  expect(rows).toEqual([
    [
      'getJob',
      'odata.jobs.get',
      'odata',
      'base',
      "GET /jobs('{JobName}')",
      'JobName $select',
      odata,
      'record Job',
      null,
      '',
      '4',
      'ODataErrorBody',
    ],
    [
      'listHistory',
      'odata.history.list odata.history.stream',
      'odata',
      'base',
      'GET /history',
      '$filter $select $orderby',
      odata,
      'collection HistoryRecord',
      null,
      '',
      '4',
      'ODataErrorBody',
    ],
    [
      'listConnectors',
      'odata.connectors.list odata.connectors.stream',
      'odata',
      'base',
      'GET /connectors',
      '$filter $select $orderby',
      odata,
      'collection ConnectorRecord',
      null,
      '',
      '4',
      'ODataErrorBody',
    ],
    [
      'listWorkspaces',
      'v2.workspaces.list',
      'v2',
      'base',
      'GET /v2/workspaces',
      '',
      v2,
      'collection Workspace',
      null,
      '',
      '4',
      'V2ErrorBody',
    ],
    [
      'listTaskHistory',
      'v2.transformations.taskHistory',
      'v2',
      'base',
      'GET /v2/transformations/{transformation_id}/tasks/{task_id}/history',
      'transformation_id task_id',
      v2,
      'collection TaskHistoryRecord',
      null,
      '',
      '4',
      'V2ErrorBody',
    ],
    [
      'listJobStatus',
      'v2.jobs.status v2.jobs.watchStatus v2.jobs.statusOfMany',
      'v2',
      'base',
      'GET /v2/jobs/{job_id}/status',
      'job_id',
      v2,
      'collection JobStatusRecord',
      null,
      '',
      '4',
      'V2ErrorBody',
    ],
    [
      'runQuery',
      'cloud.query',
      'cloud',
      'base',
      'POST /api/query',
      '',
      'personalAccessToken | clientCredentials',
      'unknown null',
      'application/json',
      'query',
      '4',
      null,
    ],
    [
      'createToken',
      'clientCredentials',
      'cloud',
      'auth',
      'POST /oauth/token',
      '',
      '',
      'record TokenResponse',
      'application/x-www-form-urlencoded',
      'grant_type client_id client_secret',
      '5.3',
      null,
    ],
  ]);
});

test('a security scheme has what the specification defines, and null or a template for the rest', () => {
  expect(securitySchemes.basic).toMatchObject({ scheme: 'basic', in: 'header', name: 'Authorization' });
  expect(securitySchemes.apiKeyHeader).toMatchObject({
    in: 'header',
    name: null,
    nameTemplate: 'x-{vendor}-authtoken',
    openQuestion: '0001',
  });
  expect(securitySchemes.apiKeyQuery).toMatchObject({ in: 'query', name: '@authtoken' });
  expect(securitySchemes.userToken).toMatchObject({ in: null, name: null, openQuestion: '0002' });
  expect(securitySchemes.personalAccessToken).toMatchObject({ scheme: 'basic', name: 'Authorization' });
  expect(securitySchemes.clientCredentials).toMatchObject({
    scheme: 'oauth2',
    tokenPath: '/oauth/token',
    authorizationPath: '/authorize',
    form: { grant_type: 'client_credentials', clientId: 'client_id', clientSecret: 'client_secret' },
  });
});

test('an operation says whether its records need a decode table', () => {
  const plain = [odataTables, v2Tables, cloudTables].flatMap((tables) =>
    Object.entries(tables.operations).flatMap(([id, { response }]) => {
      const { record: _, nested, ...fields } = tables.decode[response.record ?? ''] ?? { nested: {}, record: '' };
      const isPlain = [nested, ...Object.values(fields)].every((part) => Object.keys(part).length === 0);
      expect([id, response.isPlain ?? false]).toEqual([id, isPlain && response.record !== null]);
      return response.isPlain ? [id] : [];
    }),
  );
  expect(plain).toEqual(['listHistory', 'listConnectors']);
});
