import { expect, test } from 'vitest';
import { usesOfProject } from '../support/uses-of.ts';

/** Credentials that no client of the program uses, with one option per line. */
const FREE = `import { apiKeyHeader, apiKeyQuery, basic, bearer, clientCredentials, personalAccessToken } from '@syncline/auth';
export const free = [
  basic({
    username: 'a',
    password: 'b',
  }),
  apiKeyHeader({
    name: 'x-a',
    value: 'b',
  }),
  apiKeyQuery({
    name: 'a',
    value: 'b',
  }),
  personalAccessToken({
    email: 'a@example.com',
    token: 'b',
  }),
  bearer('a'),
  clientCredentials({
    authUrl: 'https://a.invalid',
    clientId: 'a',
    clientSecret: 'b',
    timeout: 1,
  }),
];
`;

/** Credentials, and the ways in which a client gets them. */
const USED = `import * as auth from '@syncline/auth';
import { apiKeyHeader, basic } from '@syncline/auth';
import * as all from '@syncline/client';
import { createODataClient, createV2Client } from '@syncline/client';
import { shared } from './shared.js';
const own = (options: { credential: unknown }) => options;
const baseUrl = 'https://a.invalid';
export const direct = createV2Client({ baseUrl, credential: basic({ username: 'a', password: 'b' }) });
export const spaced = all.createODataClient({ baseUrl, credential: auth.basic({ username: 'a', password: 'b' }) });
export const passed = own({ credential: basic({ username: 'a', password: 'b' }) });
export const getter = createV2Client({ baseUrl, get credential() { return basic({ username: 'a', password: 'b' }); } });
const credential = apiKeyHeader({ name: 'x-a', value: 'b' });
export const shorthand = createV2Client({ baseUrl, credential });
const both = basic({ username: 'a', password: 'b' });
export const first = [createODataClient({ baseUrl, credential: both }), createV2Client({ baseUrl, credential: both })];
export const imported = createODataClient({ baseUrl, credential: shared });
const options = { baseUrl, credential: both };
export const built = createODataClient(options);
`;

const SHARED = `import { basic } from '@syncline/auth';
export const shared = basic({ username: 'a', password: 'b' });
`;

const SIMILAR = `const basic = (options: { username: string; password: string }) => options;
const fromEnvironment = (name: string) => name;
export const similar = [basic({ username: 'a', password: 'b' }), fromEnvironment('odata')];
`;

const ENVIRONMENT = `import { fromEnvironment } from '@syncline/auth';
declare const name: 'odata' | 'v2' | 'cloud';
export const written = fromEnvironment('odata');
export const template = fromEnvironment(\`cloud\`);
export const open = fromEnvironment(name);
`;

const usesOf = usesOfProject({
  'free.ts': FREE,
  'used.ts': USED,
  'shared.ts': SHARED,
  'similar.ts': SIMILAR,
  'environment.ts': ENVIRONMENT,
});

const lines = (name: string, ...numbers: readonly number[]): readonly string[] =>
  numbers.map((line) => `${name}.ts:${line}`);
const chooses = (...names: readonly string[]): readonly string[] => names.map((name) => `${name}?`);

test.each<[document: string, scheme: string, places: readonly string[]]>([
  [
    'odata',
    'basic',
    [...lines('free', 3, 4, 5), 'spaced', 'passed', 'getter', 'both', 'shared', ...chooses('written', 'open')],
  ],
  ['v2', 'basic', [...lines('free', 3, 4, 5), 'direct', 'passed', 'getter', 'both', ...chooses('open')]],
  ['odata', 'apiKeyHeader', [...lines('free', 7, 8, 9), ...chooses('written', 'open')]],
  ['odata', 'apiKeyQuery', [...lines('free', 11, 12, 13), ...chooses('written', 'open')]],
  ['v2', 'userToken', [...lines('free', 7, 8, 9, 11, 12, 13), 'credential', ...chooses('open')]],
  [
    'cloud',
    'personalAccessToken',
    [...lines('free', 3, 4, 5, 15, 16, 17), 'passed', 'getter', ...chooses('template', 'open')],
  ],
  ['cloud', 'clientCredentials', [...lines('free', 19, 20, 21, 22, 23), ...chooses('template', 'open')]],
  ['cloud', 'basic', []],
  ['v2', 'apiKeyHeader', []],
])('the credentials of %s for the scheme %s', (document, scheme, places) => {
  const uses = usesOf('scheme-removed', { document, schemes: [scheme] });
  expect(uses.map((use) => use.replace(/: .*|(?<=\?) .*/, '')).toSorted()).toEqual(places.toSorted());
});

test('an environment is named with each of the schemes that it may choose', () => {
  expect(usesOf('scheme-removed', { schemes: ['basic', 'apiKeyQuery'] })).toContain(
    'written? the environment chooses the credential, which may be basic or apiKeyQuery',
  );
});
