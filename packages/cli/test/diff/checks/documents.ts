import type { Description } from '../../../src/generate/model.ts';
import { SCHEMAS } from './schemas.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const XML = 'application/xml';
const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** The parts of a document with one operation, which sends and receives a pet. */
interface Parts {
  readonly operation?: object;
  readonly path?: string;
  readonly root?: object;
  readonly body?: unknown;
  readonly responses?: object;
  readonly components?: object;
}

const content = (schema: unknown, type = 'application/json') => ({ content: { [type]: { schema } } });
const answer = (schema: unknown, more: object = {}) => ({
  responses: { 200: { description: 'Fine.', ...content(schema), ...more } },
});
const none = { description: 'Fine.' };

function documentOf({
  operation = {},
  path = '/pets',
  root = {},
  body,
  responses,
  components = {},
}: Parts): Description {
  const post = {
    operationId: 'sendPet',
    ...(body !== undefined && { requestBody: body }),
    responses: responses ?? { 200: none },
    ...operation,
  };
  const schemas = {
    Cat: object({ kind: text, claws: text }),
    Dog: object({ kind: text, tail: text }),
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'pets', version: '1.0.0' },
    paths: { [path]: { post } },
    components: { schemas, ...components },
    ...root,
  };
  return { name: 'pets', file: 'pets.yaml', document: document as unknown as Description['document'] };
}

/** Puts a schema where the start of a check's name says. */
const PLACES: Readonly<Record<string, (schema: object) => Parts>> = {
  'request-read-only-property': (schema) => PLACES['request-property']!({ ...schema, readOnly: true }),
  'response-write-only-property': (schema) => PLACES['response-property']!({ ...schema, writeOnly: true }),
  'request-parameter-property': (schema) => query({ style: 'deepObject', schema: object({ a: schema }) }),
  'request-parameter': (schema) => query({ schema }),
  'request-property': (schema) => ({ body: content(object({ a: schema })) }),
  'request-body': (schema) => ({ body: content(schema) }),
  'response-property': (schema) => ({ operation: answer(object({ a: schema })) }),
  'response-body': (schema) => ({ operation: answer(schema) }),
  'response-mediatype': (schema) => ({ operation: answer(schema) }),
  'response-header': (schema) => header({ required: true, schema }),
};

const parameters = (...given: readonly object[]): Parts => ({ operation: { parameters: given } });
const query = (more: object): Parts => parameters({ name: 'a', in: 'query', ...more });
const header = (value: object | undefined): Parts => ({
  operation: answer(text, { headers: value && { 'X-Rate': value } }),
});
const send = (schema: object): Parts => ({ body: content(schema) });
const receive = (schema: object): Parts => ({ operation: answer(schema) });
const xml = (schema: object): Parts => ({ responses: { 200: { ...none, ...content(schema, XML) } } });
const secured = (...security: readonly object[]): Parts => ({
  operation: { security },
  components: { securitySchemes: schemes },
});
const global = (...security: readonly object[]): Parts => ({
  root: { security, components: { securitySchemes: schemes } },
});
const operation = (operation: object): Parts => ({ operation });
const statuses = (...codes: readonly number[]): Parts => ({
  responses: Object.fromEntries(codes.map((code) => [code, none])),
});
const oauth = (flow: object): Parts => ({
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.invalid/token', scopes: {}, ...flow } },
      },
    },
  },
});
const schemes = {
  basic: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
  oauth: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://a.invalid/token', scopes: { read: '', write: '' } } },
  },
};
const nothing: Parts = {};
const required = { name: 'a', in: 'query', required: true, schema: text };
const optional = { name: 'a', in: 'query', schema: text };
const old = { deprecated: true, 'x-sunset': '2030-01-01' };
const field = (more: object = {}) => object({ a: { ...text, ...more }, b: text });
const needed = (more: object = {}) => object({ a: { ...text, ...more }, b: text }, 'a');
const without = object({ b: text });
const accepts = (...types: readonly string[]): Parts => ({
  body: { content: Object.fromEntries(types.map((type) => [type, { schema: text }])) },
});
const returns = (...types: readonly string[]): Parts => ({
  responses: {
    200: { description: 'Fine.', content: Object.fromEntries(types.map((type) => [type, { schema: text }])) },
  },
});
const gone: Parts = { path: '/others', operation: { operationId: 'other' } };
const two = (paths: object): Parts => ({ root: { paths } });
const get = { operationId: 'getPet', responses: { 200: none } };
const post = { operationId: 'sendPet', responses: { 200: none } };
const hook = (...names: readonly string[]): Parts => ({
  root: { webhooks: Object.fromEntries(names.map((name) => [name, { post: { responses: { 200: none } } }])) },
});
const version = (number: string, parts: Parts): Parts => ({
  ...parts,
  root: { info: { title: 'pets', version: number } },
});

/** Two versions of a document for each check that is not about a schema alone. */
const DOCUMENTS: Readonly<Record<string, readonly [before: Parts, after: Parts]>> = {
  'endpoint-added': [two({ '/pets': { post } }), two({ '/pets': { post, get } })],
  'endpoint-deprecated': [nothing, operation({ deprecated: true })],
  'endpoint-deprecated-with-sunset': [nothing, operation(old)],
  'endpoint-reactivated': [operation({ deprecated: true }), nothing],
  'api-path-removed-without-deprecation': [nothing, gone],
  'api-path-removed-with-deprecation': [operation({ deprecated: true, 'x-sunset': '2001-01-01' }), gone],
  'api-path-removed-before-sunset': [operation(old), gone],
  'api-path-sunset-parse': [operation({ deprecated: true, 'x-sunset': 'soon' }), gone],
  'api-removed-without-deprecation': [two({ '/pets': { post, get } }), two({ '/pets': { post } })],
  'api-removed-with-deprecation': [
    two({ '/pets': { post, get: { ...get, deprecated: true, 'x-sunset': '2001-01-01' } } }),
    two({ '/pets': { post } }),
  ],
  'api-removed-before-sunset': [two({ '/pets': { post, get: { ...get, ...old } } }), two({ '/pets': { post } })],
  'api-deprecated-sunset-parse': [nothing, operation({ deprecated: true, 'x-sunset': 'soon' })],
  'api-deprecated-sunset-missing': [nothing, operation({ deprecated: true })],
  'api-sunset-date-too-small': [nothing, operation({ deprecated: true, 'x-sunset': '2001-01-01' })],
  'sunset-deleted': [operation(old), operation({ deprecated: true })],
  'api-sunset-date-changed-too-small': [operation(old), operation({ deprecated: true, 'x-sunset': '2029-01-01' })],
  'api-stability-decreased': [operation({ 'x-stability-level': 'stable' }), operation({ 'x-stability-level': 'beta' })],
  'api-stability-increased': [operation({ 'x-stability-level': 'beta' }), operation({ 'x-stability-level': 'stable' })],
  'api-invalid-stability-level': [nothing, operation({ 'x-stability-level': 'unheard-of' })],
  'api-operation-id-removed': [nothing, operation({ operationId: 'sendAnimal' })],
  'api-operation-id-added': [operation({ operationId: 'createPets' }), nothing],
  'api-tag-removed': [operation({ tags: ['a', 'b'] }), operation({ tags: ['a'] })],
  'api-tag-added': [operation({ tags: ['a'] }), operation({ tags: ['a', 'b'] })],
  'api-schema-removed': [
    { components: { schemas: { Cat: text, Dog: text } } },
    { components: { schemas: { Cat: text } } },
  ],
  'api-version-not-bumped': [version('1.0.0', query({ schema: text })), version('1.0.0', nothing)],
  'api-version-decreased': [version('2.0.0', query({ schema: text })), version('1.0.0', nothing)],
  'api-major-version-not-bumped': [version('1.0.0', query({ schema: text })), version('1.1.0', nothing)],
  'webhook-added': [hook('born'), hook('born', 'sold')],
  'webhook-removed': [hook('born', 'sold'), hook('born')],
  'api-security-component-added': [
    { components: { securitySchemes: { key: schemes.key } } },
    { components: { securitySchemes: { key: schemes.key, basic: schemes.basic } } },
  ],
  'api-security-component-removed': [
    { components: { securitySchemes: { key: schemes.key, basic: schemes.basic } } },
    { components: { securitySchemes: { key: schemes.key } } },
  ],
  'api-security-component-type-changed': [
    { components: { securitySchemes: { key: schemes.key } } },
    { components: { securitySchemes: { key: schemes.basic } } },
  ],
  'api-security-component-oauth-url-changed': [
    oauth({ authorizationUrl: 'https://a.invalid/a' }),
    oauth({ authorizationUrl: 'https://a.invalid/b' }),
  ],
  'api-security-component-oauth-token-url-changed': [oauth({}), oauth({ tokenUrl: 'https://b.invalid/token' })],
  'api-security-component-oauth-scope-added': [
    oauth({ scopes: { read: '' } }),
    oauth({ scopes: { read: '', write: '' } }),
  ],
  'api-security-component-oauth-scope-removed': [
    oauth({ scopes: { read: '', write: '' } }),
    oauth({ scopes: { read: '' } }),
  ],
  'api-security-component-oauth-scope-changed': [
    oauth({ scopes: { read: 'Read.' } }),
    oauth({ scopes: { read: 'Read everything.' } }),
  ],
  'api-security-added': [secured({ key: [] }), secured({ key: [] }, { basic: [] })],
  'api-security-removed': [secured({ key: [] }, { basic: [] }), secured({ key: [] })],
  'api-security-scope-added': [secured({ oauth: ['read'] }), secured({ oauth: ['read', 'write'] })],
  'api-security-scope-removed': [secured({ oauth: ['read', 'write'] }), secured({ oauth: ['read'] })],
  'api-global-security-added': [global({ key: [] }), global({ key: [] }, { basic: [] })],
  'api-global-security-removed': [global({ key: [] }, { basic: [] }), global({ key: [] })],
  'api-global-security-scope-added': [global({ oauth: ['read'] }), global({ oauth: ['read', 'write'] })],
  'api-global-security-scope-removed': [global({ oauth: ['read', 'write'] }), global({ oauth: ['read'] })],
  'new-required-request-parameter': [nothing, parameters(required)],
  'new-optional-request-parameter': [nothing, parameters(optional)],
  'new-required-request-default-parameter-to-existing-path': [
    nothing,
    parameters({ ...required, schema: { ...text, default: 'a' } }),
  ],
  'new-optional-request-default-parameter-to-existing-path': [
    nothing,
    parameters({ ...optional, schema: { ...text, default: 'a' } }),
  ],
  'new-request-path-parameter': [
    nothing,
    { path: '/pets/{id}', ...parameters({ name: 'id', in: 'path', required: true, schema: text }) },
  ],
  'new-required-request-header-property': [
    parameters({ name: 'h', in: 'header', schema: without }),
    parameters({ name: 'h', in: 'header', schema: needed() }),
  ],
  'request-header-property-became-required': [
    parameters({ name: 'h', in: 'header', schema: field() }),
    parameters({ name: 'h', in: 'header', schema: needed() }),
  ],
  'request-header-property-became-enum': [
    parameters({ name: 'h', in: 'header', schema: field() }),
    parameters({ name: 'h', in: 'header', schema: field({ enum: ['a'] }) }),
  ],
  'request-parameter-removed': [parameters(optional), nothing],
  'request-parameter-removed-with-deprecation': [
    parameters({ ...optional, deprecated: true, 'x-sunset': '2001-01-01' }),
    nothing,
  ],
  'request-parameter-removed-before-sunset': [parameters({ ...optional, ...old }), nothing],
  'request-parameter-sunset-parse': [parameters({ ...optional, deprecated: true, 'x-sunset': 'soon' }), nothing],
  'request-parameter-deprecated': [parameters(optional), parameters({ ...optional, ...old })],
  'request-parameter-deprecated-sunset-missing': [parameters(optional), parameters({ ...optional, deprecated: true })],
  'request-parameter-reactivated': [parameters({ ...optional, deprecated: true }), parameters(optional)],
  'request-parameter-sunset-date-too-small': [
    parameters(optional),
    parameters({ ...optional, deprecated: true, 'x-sunset': '2001-01-01' }),
  ],
  'request-parameter-sunset-deleted': [
    parameters({ ...optional, ...old }),
    parameters({ ...optional, deprecated: true }),
  ],
  'request-parameter-sunset-date-changed-too-small': [
    parameters({ ...optional, ...old }),
    parameters({ ...optional, deprecated: true, 'x-sunset': '2029-01-01' }),
  ],
  'request-parameter-became-required': [parameters(optional), parameters(required)],
  'request-parameter-became-optional': [parameters(required), parameters(optional)],
  'request-body-added-required': [nothing, { body: { required: true, ...content(text) } }],
  'request-body-added-optional': [nothing, send(text)],
  'request-body-removed': [send(text), nothing],
  'request-body-became-required': [send(text), { body: { required: true, ...content(text) } }],
  'request-body-became-optional': [{ body: { required: true, ...content(text) } }, send(text)],
  'request-body-media-type-added': [accepts('application/json'), accepts('application/json', 'text/csv')],
  'request-body-media-type-removed': [accepts('application/json', 'text/csv'), accepts('application/json')],
  'request-body-media-type-schema-added': [{ body: { content: { 'application/json': {} } } }, send(text)],
  'request-body-media-type-schema-removed': [send(text), { body: { content: { 'application/json': {} } } }],
  'response-body-media-type-schema-added': [
    { operation: { responses: { 200: { ...none, content: { 'application/json': {} } } } } },
    receive(text),
  ],
  'response-body-media-type-schema-removed': [
    receive(text),
    { operation: { responses: { 200: { ...none, content: { 'application/json': {} } } } } },
  ],
  'request-property-removed': [send(field()), send(without)],
  'new-required-request-property': [send(without), send(needed())],
  'new-required-request-property-with-default': [send(without), send(needed({ default: 'a' }))],
  'new-optional-request-property': [send(without), send(field())],
  'request-property-became-required': [send(field()), send(needed())],
  'request-property-became-required-with-default': [send(field({ default: 'a' })), send(needed({ default: 'a' }))],
  'request-property-became-optional': [send(needed()), send(field())],
  'request-optional-property-became-not-write-only': [send(field({ writeOnly: true })), send(field())],
  'request-optional-property-became-write-only': [send(field()), send(field({ writeOnly: true }))],
  'request-optional-property-became-read-only': [send(field()), send(field({ readOnly: true }))],
  'request-optional-property-became-not-read-only': [send(field({ readOnly: true })), send(field())],
  'request-required-property-became-not-write-only': [send(needed({ writeOnly: true })), send(needed())],
  'request-required-property-became-write-only': [send(needed()), send(needed({ writeOnly: true }))],
  'request-required-property-became-read-only': [send(needed()), send(needed({ readOnly: true }))],
  'request-required-property-became-not-read-only': [send(needed({ readOnly: true })), send(needed())],
  'response-header-added': [header(undefined), header({ schema: text })],
  'required-response-header-removed': [header({ required: true, schema: text }), header(undefined)],
  'optional-response-header-removed': [header({ schema: text }), header(undefined)],
  'response-header-became-optional': [header({ required: true, schema: text }), header({ schema: text })],
  'response-media-type-removed': [returns('application/json', 'application/hal+json'), returns('application/json')],
  'response-media-type-added': [returns('application/json'), returns('application/json', 'text/csv')],
  'response-media-type-name-changed': [returns('application/json'), returns('application/json; charset=utf-8')],
  'response-media-type-name-generalized': [returns('application/problem+json'), returns('application/json')],
  'response-media-type-name-specialized': [returns('application/json'), returns('application/problem+json')],
  'response-optional-property-removed': [receive(field()), receive(without)],
  'response-optional-write-only-property-removed': [receive(field({ writeOnly: true })), receive(without)],
  'response-optional-property-added': [receive(without), receive(field())],
  'response-optional-write-only-property-added': [receive(without), receive(field({ writeOnly: true }))],
  'response-optional-property-became-not-write-only': [receive(field({ writeOnly: true })), receive(field())],
  'response-optional-property-became-write-only': [receive(field()), receive(field({ writeOnly: true }))],
  'response-optional-property-became-read-only': [receive(field()), receive(field({ readOnly: true }))],
  'response-optional-property-became-not-read-only': [receive(field({ readOnly: true })), receive(field())],
  'response-property-became-optional': [receive(needed()), receive(field())],
  'response-write-only-property-became-optional': [
    receive(needed({ writeOnly: true })),
    receive(field({ writeOnly: true })),
  ],
  'response-property-became-required': [receive(field()), receive(needed())],
  'response-write-only-property-became-required': [
    receive(field({ writeOnly: true })),
    receive(needed({ writeOnly: true })),
  ],
  'response-required-property-removed': [receive(needed()), receive(without)],
  'response-required-write-only-property-removed': [receive(needed({ writeOnly: true })), receive(without)],
  'response-required-property-added': [receive(without), receive(needed())],
  'response-required-write-only-property-added': [receive(without), receive(needed({ writeOnly: true }))],
  'response-required-property-became-not-write-only': [receive(needed({ writeOnly: true })), receive(needed())],
  'response-required-property-became-write-only': [receive(needed()), receive(needed({ writeOnly: true }))],
  'response-required-property-became-read-only': [receive(needed()), receive(needed({ readOnly: true }))],
  'response-required-property-became-not-read-only': [receive(needed({ readOnly: true })), receive(needed())],
  'request-body-type-compatible': [{ body: content(number, XML) }, { body: content(text, XML) }],
  'request-property-type-compatible': [
    { body: content(object({ a: number }), XML) },
    { body: content(object({ a: text }), XML) },
  ],
  'response-body-type-compatible': [xml(number), xml(text)],
  'response-property-type-compatible': [xml(object({ a: number })), xml(object({ a: text }))],
  'response-success-status-removed': [statuses(200, 204), statuses(200)],
  'response-success-status-added': [statuses(200), statuses(200, 201)],
  'response-non-success-status-removed': [statuses(200, 404), statuses(200)],
  'response-non-success-status-added': [statuses(200), statuses(200, 404)],
};

/** Two versions of a document whose only difference is the one that a check finds. */
export function documentsOf(check: string): readonly [before: Description, after: Description] {
  const [before, after] = DOCUMENTS[check] ?? schemasOf(check);
  return [documentOf(before), documentOf(after)];
}

function schemasOf(check: string): readonly [Parts, Parts] {
  const [start, place] = Object.entries(PLACES).find(([name]) => check.startsWith(`${name}-`)) ?? [];
  const versions = start === undefined ? undefined : SCHEMAS[check.slice(start.length + 1)];
  if (place === undefined || versions === undefined) throw new Error(`There are no documents for ${check}.`);
  return [place(versions[0]), place(versions[1])];
}
