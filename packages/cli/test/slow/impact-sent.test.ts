import { expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.ts';
import { usesOfProject } from '../support/uses-of.ts';

/** Calls that send a body, in every way that code can write it. */
const BODIES = `import type { CloudClient } from '@syncline/client';
import type { QueryRequest } from '@syncline/openapi';
declare const cloud: CloudClient;
declare const text: string;
declare const either: 'SELECT 1' | 'SELECT 2';
declare const given: QueryRequest;
declare const anything: any;
declare const partial: { query?: string };
export const written = cloud.call('runQuery', { body: { query: 'SELECT 1' } });
export const other = cloud.call('runQuery', { body: { query: 'SELECT 2' } });
export const one = cloud.call('runQuery', { body: { query: either } });
export const open = cloud.call('runQuery', { body: { query: text } });
export const passed = cloud.call('runQuery', { body: given });
export const record: QueryRequest = { query: 'SELECT 1' };
const options = { body: { query: 'SELECT 1' } } as const;
export const hidden = cloud.call('runQuery', options);
const harmless = { query: 'SELECT 2' } as const;
export const constant = cloud.call('runQuery', { body: harmless });
export const spread = cloud.call('runQuery', { body: { ...given } });
export const untyped = cloud.call('runQuery', anything);
export const raw = cloud.raw.POST('/api/query', { body: { query: 'SELECT 1' } });
export const method = cloud.query('SELECT 1');
export const read = given.query;
export const assigned = (given as { query: string }).query;
export const change = (request: { -readonly [K in keyof QueryRequest]: QueryRequest[K] }): void => { request.query = 'SELECT 1'; };
export const missing = cloud.call('runQuery', { body: { } as QueryRequest });
export const maybe = cloud.call('runQuery', { body: partial as QueryRequest });
`;

/** Calls that send a parameter. */
const PARAMETERS = `import type { ODataClient } from '@syncline/client';
declare const odata: ODataClient;
declare const order: string;
declare const maybe: { orderBy?: 'details asc' };
declare const sure: { orderBy: 'details asc' };
export const none = odata.history.list();
export const lost = odata.call('listHistory', { query: { $orderby: 'details asc' } });
export const kept = odata.call('listHistory', { query: { $orderby: 'details desc' } });
export const dynamic = odata.call('listHistory', { query: { $orderby: order } });
export const raw = odata.raw.GET('/history', { params: { query: { $orderby: 'details asc' } } });
export const listed = odata.history.list({ orderBy: 'details asc' });
export const optional = odata.history.list(maybe);
export const certain = odata.history.list(sure);
`;

/** Clients with different credentials. */
const CLIENTS = `import { apiKeyHeader, basic, fromEnvironment, type Credential } from '@syncline/auth';
import { createODataClient, createV2Client, type ODataClient } from '@syncline/client';
const baseUrl = 'https://a.invalid';
const credential = basic({ username: 'a', password: 'b' });
const key = apiKeyHeader({ name: 'x-a', value: 'b' });
declare const options: { baseUrl: string; credential: Credential };
export const without = createODataClient({ baseUrl } as never as typeof options);
export const cast = createODataClient(({ baseUrl }) as any);
export const given = createODataClient({ baseUrl, credential });
export const inline = createODataClient({ baseUrl, credential: basic({ username: 'a', password: 'b' }) });
export const another = createODataClient({ baseUrl, credential: key });
export const other = createV2Client({ baseUrl, credential: key });
export const passed = createODataClient(options);
export const environment = createODataClient({ baseUrl, credential: fromEnvironment('odata') });
export const used = (client: ODataClient) => client.history.list();
`;

/** An operation that is named, and one that is only called. */
const NAMES = `import { explain } from '@syncline/auth';
import type { CloudClient } from '@syncline/client';
import { operations, runQuery, type CloudOperations, type CloudPaths } from '@syncline/openapi';
declare const cloud: CloudClient;
export const sender = cloud.query('SELECT 1');
export const post = cloud.raw.POST('/api/query', { body: { query: 'SELECT 1' } });
export const called = cloud.call('runQuery', { body: { query: 'SELECT 1' } });
export const explained = explain('runQuery');
export const table = [runQuery, operations.runQuery];
export type Wire = CloudOperations['runQuery'];
export type Path = CloudPaths['/api/query']['post'];
`;

const usesOf = usesOfProject({
  'bodies.ts': BODIES,
  'parameters.ts': PARAMETERS,
  'clients.ts': CLIENTS,
  'names.ts': NAMES,
});

const inFile = (file: string, topic: Change['topic'], about: Partial<Change>): readonly string[] =>
  usesOf(topic, { bump: 'major', ...about })
    .map((use) => use.replace(/: .*|(?<=\?) .*/, ''))
    .filter((name) => new RegExp(` ${name.replace('?', '')}\\b`).test(file));

const query = { document: 'cloud', operations: ['runQuery'], fields: ['QueryRequest.query'] };

test('a lost value marks the lines that send it, and lists those that do not show what they send', () => {
  expect(inFile(BODIES, 'field-values', { ...query, values: ['SELECT 1'] })).toEqual([
    'written',
    'one',
    'record',
    'hidden',
    'raw',
    'change',
    'open?',
    'passed?',
    'spread?',
    'untyped?',
    'method?',
    'maybe?',
  ]);
});

test('a field that became required marks the calls that do not send it', () => {
  expect(inFile(BODIES, 'request-required', query)).toEqual(['method', 'missing', 'untyped?', 'maybe?']);
});

const orderBy = { operations: ['listHistory'], parameters: ['$orderby'] };

test('a lost value of a parameter marks the calls that send it', () => {
  expect(inFile(PARAMETERS, 'parameter-changed', { ...orderBy, values: ['details asc'] })).toEqual([
    'lost',
    'raw',
    'listed',
    'certain',
    'dynamic?',
    'optional?',
  ]);
});

test('a parameter that became required marks the calls that do not send it', () => {
  expect(inFile(PARAMETERS, 'parameter-required', orderBy)).toEqual(['none', 'optional?']);
});

test('a credential that became required marks the clients without one that send the operations', () => {
  const about = { document: 'odata', operations: ['listHistory'], schemes: ['basic'] };
  expect(inFile(CLIENTS, 'scheme-required', about)).toEqual(['without', 'cast', 'another', 'passed?', 'environment?']);
  expect(inFile(CLIENTS, 'scheme-required', { ...about, operations: ['getJob'] })).toEqual([]);
});

test('a credential for a scheme of another service may be accepted', () => {
  const about = { document: 'odata', operations: ['listHistory'], schemes: ['theirs'] };
  expect(inFile(CLIENTS, 'scheme-required', about)).toEqual([
    'without',
    'cast',
    'given?',
    'inline?',
    'another?',
    'passed?',
    'environment?',
  ]);
});

test('another operationId marks only what names it', () => {
  const about = { document: 'cloud', operations: ['runQuery', 'query'], before: 'runQuery', after: 'query' };
  expect(inFile(NAMES, 'operation-renamed', about)).toEqual(['called', 'explained', 'table', 'table', 'Wire']);
});
