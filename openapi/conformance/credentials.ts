import { AUTH, CLOUD, JSON_TYPE, ODATA, V2, type Credential, type Exchange, type Vector } from './vector.ts';

const CALLS = {
  odata: { operation: 'listHistory', url: `${ODATA}/history`, arguments: {}, method: 'GET', body: null, value: [] },
  v2: { operation: 'listWorkspaces', url: `${V2}/v2/workspaces`, arguments: {}, method: 'GET', body: null, value: [] },
  cloud: {
    operation: 'runQuery',
    url: `${CLOUD}/api/query`,
    arguments: { query: 'q' },
    method: 'POST',
    body: '{"query":"q"}',
    value: [],
  },
} as const;

function accepted(
  title: string,
  on: keyof typeof CALLS,
  credential: Credential,
  headers: Exchange['request']['headers'],
  query = '',
  before: readonly Exchange[] = [],
): Vector {
  const { operation, url, arguments: args, method, body, value } = CALLS[on];
  const sent = { ...headers, ...(body === null ? {} : JSON_TYPE) };
  return {
    title: `${on}: ${title}`,
    operation,
    arguments: args,
    credential,
    options: {},
    exchanges: [
      ...before,
      {
        request: { method, url: `${url}${query}`, headers: sent, body },
        response: { status: 200, headers: JSON_TYPE, body: '[]' },
      },
    ],
    result: { value },
  };
}

const token = (form: string, response: Exchange['response']): Exchange => ({
  request: {
    method: 'POST',
    url: `${AUTH}/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  },
  response,
});

const service = (clientId: string, clientSecret: string): Credential => ({
  scheme: 'clientCredentials',
  authUrl: AUTH,
  clientId,
  clientSecret,
});
const granted = (body: string): Exchange['response'] => ({ status: 200, headers: JSON_TYPE, body });

function denied(title: string, response: Exchange['response'], error: Readonly<Record<string, unknown>>): Vector {
  return {
    title: `cloud: ${title}`,
    operation: 'runQuery',
    arguments: { query: 'q' },
    credential: service('id', 'secret'),
    options: {},
    exchanges: [token('grant_type=client_credentials&client_id=id&client_secret=secret', response)],
    result: { error },
  };
}

/** User names, passwords and the Base64 of their UTF-8 (RFC 7617). */
const BASICS: readonly (readonly [username: string, password: string, encoded: string])[] = [
  ['Aladdin', 'open sesame', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  ['test', '123£', 'dGVzdDoxMjPCow=='],
  ['a', 'b:c', 'YTpiOmM='],
  ['a', '', 'YTo='],
  ['ö', '🚲', 'w7Y68J+asg=='],
];

/** Keys in the query: the name is sent literally, the value percent-encoded. */
const KEYS: readonly (readonly [value: string, encoded: string])[] = [
  ['abc123', 'abc123'],
  ['a b', 'a%20b'],
  ['a&b=c', 'a%26b%3Dc'],
  ['a+b/c==', 'a%2Bb%2Fc%3D%3D'],
  ['ö', '%C3%B6'],
];

export const credentials: readonly Vector[] = [
  ...BASICS.flatMap(([username, password, encoded]) =>
    (['odata', 'v2'] as const).map((on) =>
      accepted(
        `Basic ${username} / ${password}`,
        on,
        { scheme: 'basic', username, password },
        { authorization: `Basic ${encoded}` },
      ),
    ),
  ),
  accepted(
    'Basic with a personal access token',
    'cloud',
    { scheme: 'personalAccessToken', email: 'ana@mail.invalid', token: 'pat' },
    { authorization: 'Basic YW5hQG1haWwuaW52YWxpZDpwYXQ=' },
  ),
  ...['acme', 'x1', 'acme-eu'].map((vendor) =>
    accepted(
      `a key in the header of ${vendor}`,
      'odata',
      { scheme: 'apiKeyHeader', name: `x-${vendor}-authtoken`, value: 'k' },
      { [`x-${vendor}-authtoken`]: 'k' },
    ),
  ),
  ...KEYS.map(([value, encoded]) =>
    accepted(
      `the key ${JSON.stringify(value)} in the query`,
      'odata',
      { scheme: 'apiKeyQuery', value },
      {},
      `?@authtoken=${encoded}`,
    ),
  ),
  accepted(
    'a user token in a header that the caller names',
    'v2',
    { scheme: 'apiKeyHeader', name: 'x-user-token', value: 'u' },
    { 'x-user-token': 'u' },
  ),
  accepted(
    'a user token in a parameter that the caller names',
    'v2',
    { scheme: 'apiKeyQuery', name: 'token', value: 'u' },
    {},
    '?token=u',
  ),
  accepted('a bearer token', 'cloud', { scheme: 'bearer', token: 'abc.def' }, { authorization: 'Bearer abc.def' }),
  accepted('a service account', 'cloud', service('id', 'secret'), { authorization: 'Bearer t1' }, '', [
    token('grant_type=client_credentials&client_id=id&client_secret=secret', granted('{"access_token":"t1"}')),
  ]),
  accepted(
    'a service account whose token has a lifetime',
    'cloud',
    service('id', 'secret'),
    { authorization: 'Bearer t1' },
    '',
    [
      token(
        'grant_type=client_credentials&client_id=id&client_secret=secret',
        granted('{"access_token":"t1","token_type":"Bearer","expires_in":3600}'),
      ),
    ],
  ),
  accepted(
    'a service account with a secret that needs encoding',
    'cloud',
    service('a b', 'p&q=r+s%ö'),
    { authorization: 'Bearer t1' },
    '',
    [
      token(
        'grant_type=client_credentials&client_id=a+b&client_secret=p%26q%3Dr%2Bs%25%C3%B6',
        granted('{"access_token":"t1"}'),
      ),
    ],
  ),
  denied(
    'a service account that is refused',
    { status: 401, headers: JSON_TYPE, body: '{"error":"invalid_client","error_description":"unknown"}' },
    { code: 'AUTH_FAILED', error: 'invalid_client', status: 401 },
  ),
  denied('a token answer without a token', granted('{}'), { code: 'AUTH_FAILED' }),
  denied(
    'a token answer that is no JSON',
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' },
    { code: 'AUTH_FAILED' },
  ),
];
