import { expect, test } from 'vitest';
import { securitySchemes, operations } from '../src/index.ts';

test('there are the eight operations of the specification, with their methods, paths, parameters, security and answers', () => {
  const rows = Object.values(operations).map((operation) => [
    operation.id,
    operation.interface,
    operation.server,
    `${operation.method} ${operation.path}`,
    [...operation.pathParameters, ...operation.queryParameters].join(' '),
    operation.security.join(' | '),
    `${operation.response.kind} ${operation.response.record}`,
    operation.requestContentType,
    operation.error,
  ]);
  const odata = 'basic | apiKeyHeader | apiKeyQuery';
  const v2 = 'userToken | basic';
  expect(rows).toEqual([
    [
      'getJob',
      'odata',
      'base',
      "GET /jobs('{JobName}')",
      'JobName $select',
      odata,
      'record Job',
      null,
      'ODataErrorBody',
    ],
    [
      'listHistory',
      'odata',
      'base',
      'GET /history',
      '$filter $select $orderby',
      odata,
      'collection HistoryRecord',
      null,
      'ODataErrorBody',
    ],
    [
      'listConnectors',
      'odata',
      'base',
      'GET /connectors',
      '$filter $select $orderby',
      odata,
      'collection ConnectorRecord',
      null,
      'ODataErrorBody',
    ],
    ['listWorkspaces', 'v2', 'base', 'GET /v2/workspaces', '', v2, 'collection Workspace', null, 'V2ErrorBody'],
    [
      'listTaskHistory',
      'v2',
      'base',
      'GET /v2/transformations/{transformation_id}/tasks/{task_id}/history',
      'transformation_id task_id',
      v2,
      'collection TaskHistoryRecord',
      null,
      'V2ErrorBody',
    ],
    [
      'listJobStatus',
      'v2',
      'base',
      'GET /v2/jobs/{job_id}/status',
      'job_id',
      v2,
      'collection JobStatusRecord',
      null,
      'V2ErrorBody',
    ],
    [
      'runQuery',
      'cloud',
      'base',
      'POST /api/query',
      '',
      'personalAccessToken | clientCredentials',
      'unknown null',
      'application/json',
      null,
    ],
    [
      'createToken',
      'cloud',
      'auth',
      'POST /oauth/token',
      '',
      '',
      'record TokenResponse',
      'application/x-www-form-urlencoded',
      null,
    ],
  ]);
});

test('a security scheme holds what the specification shows, and null or a template where it shows nothing', () => {
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
