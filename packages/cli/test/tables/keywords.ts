import { fileURLToPath } from 'node:url';

/** How one keyword of OpenAPI reaches the generated code. */
export type Row =
  /** Sent or read: the operation of this id, what a call passes, and the request that the server receives. */
  | { readonly operation: object; readonly path?: string; readonly init?: object; readonly sends: object }
  /** Part of a type: statements that compile, about the operation (`call`) or the schema (`Api`) named `row`. */
  | { readonly operation?: object; readonly schema?: object; readonly types: string }
  /** Named in the output of `generate`, by what its line has. */
  | { readonly operation?: object; readonly path?: string; readonly schema?: object; readonly line: string }
  /** Text for people, or a limit of a value that the service checks: the code is the same without it. */
  | { readonly operation?: object; readonly schema?: object; readonly same: object }
  /** Proved by a test of this folder, by its title. */
  | { readonly test: string; readonly title: string };

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const json = (schema: object, more: object = {}) => ({
  200: { description: 'Ok.', content: { 'application/json': { schema } }, ...more },
});
const done = { responses: { 204: { description: 'Done.' } } };
const query = (more: object) => ({ parameters: [{ name: 'q', in: 'query', ...more }], ...done });
const parameters = { test: 'parameters', title: 'a path parameter is written in its style, by call and by raw' };
const headers = { test: 'parameters', title: 'are sent with a call, beside those of every request' };
const queries = { test: 'queries', title: '%j is sent as %s, by call and by raw' };
const bodies = { test: 'bodies', title: 'call sends a body in the media type of its document' };
const parts = { test: 'forms', title: 'a part has the media type of its encoding, or that of JSON if it is an object' };
const forms = { test: 'forms', title: 'a form: %s sends %o' };
const responses = {
  test: 'responses',
  title: 'the media type of a response decides how it is read, by call and by raw',
};
const types = { test: 'schemas', title: 'the types say what the document says' };
const directions = {
  test: 'directions',
  title: 'a request has what a program sends, and a response what the service sends',
};
/** Of the whole document, so that a row cannot have it: the test adds it and compares the code. */
const whole = { test: '../slow/keywords', title: 'what a document says for people changes only comments' };
const credentials = { test: '../slow/keywords', title: 'each security scheme says how its credential is sent' };
const method = (name: string) => ({ test: '../slow/keywords', title: `sends ${name}` });
/** A constraint of values: the type of the schema is the same without it. */
const limit = (keyword: string, value: unknown, schema: object = text) => ({
  schema: { ...schema, [keyword]: value },
  same: schema,
});
const note = (keyword: string, value: unknown): Row => ({ operation: { ...done, [keyword]: value }, same: done });

/** Every keyword of OpenAPI 3.0 and 3.1, by the object that it belongs to. Extensions and maps of names are left out. */
export const KEYWORDS: Readonly<Record<string, Row>> = {
  'Root openapi': { test: '../slow/keywords', title: 'every keyword has a row' },
  'Root info': whole,
  'Root jsonSchemaDialect': whole,
  'Root servers': whole,
  'Root security': credentials,
  'Root tags': whole,
  'Root externalDocs': whole,
  'Root paths': { test: '../slow/keywords', title: 'every keyword has a row' },
  'Root webhooks': { test: '../slow/keywords', title: 'webhooks have types' },
  'Root components': { test: '../slow/keywords', title: 'a reference to each kind of component is followed' },
  ...Object.fromEntries(
    ['title', 'version', 'description', 'termsOfService', 'contact', 'license', 'summary'].map((key) => [
      `Info ${key}`,
      whole,
    ]),
  ),
  ...Object.fromEntries(['name', 'url', 'email'].map((key) => [`Contact ${key}`, whole])),
  ...Object.fromEntries(['name', 'url', 'identifier'].map((key) => [`License ${key}`, whole])),
  ...Object.fromEntries(['name', 'description', 'externalDocs'].map((key) => [`Tag ${key}`, whole])),
  ...Object.fromEntries(['description', 'url'].map((key) => [`ExternalDocs ${key}`, whole])),
  // A client has the address of its service from its caller. Servers of an operation refuse it.
  ...Object.fromEntries(['url', 'description', 'variables'].map((key) => [`Server ${key}`, whole])),
  ...Object.fromEntries(['enum', 'default', 'description'].map((key) => [`ServerVariable ${key}`, whole])),

  'PathItem $ref': { test: '../slow/keywords', title: 'a reference to each kind of component is followed' },
  'PathItem servers': { test: 'responses', title: '%s is refused with its reason, and nothing is sent' },
  'PathItem parameters': headers,
  'PathItem summary': whole,
  'PathItem description': whole,
  ...Object.fromEntries(
    ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map((name) => [`PathItem ${name}`, method(name)]),
  ),
  'PathItem trace': { test: 'responses', title: '%s is refused with its reason, and nothing is sent' },

  'Operation tags': note('tags', ['a']),
  'Operation summary': note('summary', 'A summary'),
  'Operation description': note('description', 'A text.'),
  'Operation externalDocs': note('externalDocs', { url: 'https://docs.test' }),
  'Operation operationId': { operation: done, sends: { method: 'GET', url: '/row' } },
  'Operation parameters': headers,
  'Operation security': credentials,
  'Operation servers': { test: 'responses', title: '%s is refused with its reason, and nothing is sent' },
  'Operation requestBody': bodies,
  'Operation responses': responses,
  'Operation deprecated': note('deprecated', true),
  'Operation callbacks': {
    operation: { ...done, callbacks: { finished: { '{$request.body#/url}': { post: done } } } },
    line: 'not generated: callbacks, which the service sends (row',
  },

  'Parameter name': queries,
  'Parameter in': headers,
  'Parameter description': {
    operation: query({ schema: text, description: 'A text.' }),
    same: query({ schema: text }),
  },
  'Parameter required': {
    operation: query({ required: true, schema: text }),
    types: "await call('row', { query: { q: 'a' } });\n  // @ts-expect-error required\n  await call('row');",
  },
  'Parameter deprecated': { operation: query({ schema: text, deprecated: true }), same: query({ schema: text }) },
  'Parameter allowEmptyValue': {
    operation: query({ schema: text, allowEmptyValue: true }),
    init: { query: { q: '' } },
    sends: { url: '/row?q=' },
  },
  'Parameter style': parameters,
  'Parameter explode': parameters,
  'Parameter allowReserved': {
    test: 'parameters',
    title: 'reserved characters stay as they are where the document allows them',
  },
  'Parameter schema': { test: 'parameters', title: 'the compiler knows the parameters in every place' },
  'Parameter example': { operation: query({ schema: text, example: 'a' }), same: query({ schema: text }) },
  'Parameter examples': {
    operation: query({ schema: text, examples: { a: { value: 'a' } } }),
    same: query({ schema: text }),
  },
  'Parameter content': {
    test: 'parameters',
    title: 'JSON in a parameter keeps every digit, and a header holds only ASCII',
  },

  'RequestBody description': {
    operation: { ...done, requestBody: { description: 'A text.', content: { 'application/json': { schema: text } } } },
    same: { ...done, requestBody: { content: { 'application/json': { schema: text } } } },
  },
  'RequestBody required': { test: 'bodies', title: 'the compiler knows the body of each operation' },
  'RequestBody content': bodies,
  'MediaType schema': responses,
  'MediaType example': {
    operation: {
      responses: { 200: { description: 'Ok.', content: { 'application/json': { schema: text, example: 'a' } } } },
    },
    same: { responses: json(text) },
  },
  'MediaType examples': {
    operation: {
      responses: {
        200: { description: 'Ok.', content: { 'application/json': { schema: text, examples: { a: { value: 'a' } } } } },
      },
    },
    same: { responses: json(text) },
  },
  'MediaType encoding': forms,
  'Encoding contentType': parts,
  'Encoding headers': { test: 'forms', title: '%o is refused with its reason' },
  'Encoding style': forms,
  'Encoding explode': forms,
  'Encoding allowReserved': forms,

  'Responses default': responses,
  'Response description': whole,
  'Response headers': {
    operation: { responses: json(text, { headers: { 'X-Left': { schema: integer } } }) },
    types: "1 satisfies NonNullable<ApiPaths['/row']['get']['responses'][200]['headers']['X-Left']>;",
  },
  'Response content': responses,
  'Response links': {
    operation: { responses: json(text, { links: { next: { operationId: 'row' } } }) },
    same: { responses: json(text) },
  },
  ...Object.fromEntries(
    Object.entries({
      operationRef: '#/paths/~1row/get',
      operationId: 'row',
      parameters: { a: 1 },
      requestBody: 1,
      description: 'A text.',
      server: { url: 'https://a.test' },
    }).map(([key, value]) => [
      `Link ${key}`,
      {
        operation: { responses: json(text, { links: { next: { operationId: 'row', [key]: value } } }) },
        same: { responses: json(text) },
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      description: 'A text.',
      deprecated: true,
      allowEmptyValue: true,
      style: 'simple',
      explode: true,
      allowReserved: true,
      example: 1,
      examples: { a: { value: 1 } },
    }).map(([key, value]) => [
      `Header ${key}`,
      {
        operation: { responses: json(text, { headers: { 'X-Left': { schema: integer, [key]: value } } }) },
        same: { responses: json(text, { headers: { 'X-Left': { schema: integer } } }) },
      },
    ]),
  ),
  'Header required': {
    operation: { responses: json(text, { headers: { 'X-Left': { required: true, schema: integer } } }) },
    types: "1 satisfies ApiPaths['/row']['get']['responses'][200]['headers']['X-Left'];",
  },
  'Header schema': {
    operation: { responses: json(text, { headers: { 'X-Left': { schema: integer } } }) },
    types: "1 satisfies NonNullable<ApiPaths['/row']['get']['responses'][200]['headers']['X-Left']>;",
  },
  'Header content': {
    operation: {
      responses: json(text, { headers: { 'X-Left': { content: { 'application/json': { schema: integer } } } } }),
    },
    types: "'X-Left' satisfies keyof ApiPaths['/row']['get']['responses'][200]['headers'];",
  },
  ...Object.fromEntries(
    Object.entries({
      summary: 'A',
      description: 'A text.',
      value: 1,
      externalValue: fileURLToPath(new URL('../../package.json', import.meta.url)),
    }).map(([key, value]) => [
      `Example ${key}`,
      { operation: query({ schema: text, examples: { a: { [key]: value } } }), same: query({ schema: text }) },
    ]),
  ),
  ...Object.fromEntries(
    ['parameters', 'schemas', 'responses', 'requestBodies', 'headers', 'pathItems'].map((key) => [
      `Components ${key}`,
      { test: '../slow/keywords', title: 'a reference to each kind of component is followed' },
    ]),
  ),
  'Components securitySchemes': credentials,
  'Components examples': whole,
  'Components links': whole,
  'Components callbacks': whole,
  ...Object.fromEntries(
    ['type', 'description', 'name', 'in', 'scheme', 'bearerFormat', 'flows', 'openIdConnectUrl'].map((key) => [
      `SecurityScheme ${key}`,
      credentials,
    ]),
  ),
  ...Object.fromEntries(
    ['implicit', 'password', 'clientCredentials', 'authorizationCode'].map((key) => [
      `OAuth2Flows ${key}`,
      credentials,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      ImplicitFlow: ['refreshUrl', 'scopes', 'authorizationUrl'],
      PasswordFlow: ['refreshUrl', 'scopes', 'tokenUrl'],
      ClientCredentials: ['refreshUrl', 'scopes', 'tokenUrl'],
      AuthorizationCode: ['refreshUrl', 'authorizationUrl', 'scopes', 'tokenUrl'],
    }).flatMap(([flow, keys]) => keys.map((key) => [`${flow} ${key}`, credentials])),
  ),

  'Schema type': { schema: integer, types: 'same<Api.row, number>(true);' },
  'Schema enum': {
    schema: { type: 'string', enum: ['a'] },
    types:
      "('a') satisfies Api.row;\n  ('other') satisfies Api.row;\n  // @ts-expect-error a text\n  (1) satisfies Api.row;",
  },
  'Schema const': { schema: { const: 'a' }, types: "same<Api.row, 'a'>(true);" },
  'Schema nullable': { test: '../slow/keywords', title: 'OpenAPI 3.0 has nullable' },
  'Schema format': {
    schema: object({ id: { type: 'integer', format: 'int64' } }),
    types: 'same<Api.row, { id?: bigint }>(true);',
  },
  'Schema properties': { schema: object({ a: text }), types: 'same<Api.row, { a?: string }>(true);' },
  'Schema required': { schema: object({ a: text }, { required: ['a'] }), types: 'same<Api.row, { a: string }>(true);' },
  'Schema additionalProperties': {
    schema: { type: 'object', additionalProperties: integer },
    types: 'same<Api.row, { [key: string]: number }>(true);',
  },
  'Schema patternProperties': {
    schema: { type: 'object', patternProperties: { '^x': integer } },
    types: 'same<Api.row, { [key: string]: number }>(true);',
  },
  'Schema unevaluatedProperties': {
    schema: { type: 'object', unevaluatedProperties: integer },
    types: 'same<Api.row, { [key: string]: number }>(true);',
  },
  'Schema items': { schema: { type: 'array', items: text }, types: 'same<Api.row, string[]>(true);' },
  'Schema prefixItems': {
    schema: { type: 'array', prefixItems: [text], items: integer },
    types: 'same<Api.row, [string, ...number[]]>(true);',
  },
  'Schema unevaluatedItems': {
    schema: { type: 'array', prefixItems: [text], unevaluatedItems: false },
    types: 'same<Api.row, [string]>(true);',
  },
  'Schema allOf': types,
  'Schema anyOf': { schema: { anyOf: [text, integer] }, types: 'same<Api.row, string | number>(true);' },
  'Schema oneOf': { schema: { oneOf: [text, integer] }, types: 'same<Api.row, string | number>(true);' },
  'Schema discriminator': types,
  'Discriminator propertyName': types,
  'Discriminator mapping': types,
  'Schema readOnly': directions,
  'Schema writeOnly': directions,
  'Schema $defs': {
    schema: object({ a: { $ref: '#/components/schemas/row/$defs/Inner' } }, { $defs: { Inner: text } }),
    types: 'same<Api.row["a"], string | undefined>(true);',
  },
  'Schema definitions': {
    schema: object({ a: { $ref: '#/components/schemas/row/definitions/Inner' } }, { definitions: { Inner: text } }),
    types: 'same<Api.row["a"], string | undefined>(true);',
  },
  'Schema default': { schema: object({ a: { type: 'string', default: 'x' } }), same: object({ a: text }) },
  ...Object.fromEntries(
    ['if', 'then', 'else'].map((key) => [
      `Schema ${key}`,
      {
        schema: { ...object({ a: text }), [key]: object({ b: text }) },
        line: `not generated: ${key}, which no TypeScript type expresses (`,
      },
    ]),
  ),
  'Schema dependentSchemas': {
    schema: { ...object({ a: text }), dependentSchemas: { a: object({ b: text }) } },
    line: 'not generated: dependentSchemas, which no TypeScript type expresses (',
  },
  'Schema $dynamicRef': {
    schema: { $dynamicRef: '#node' },
    line: 'not generated: $dynamicRef, which no TypeScript type expresses (',
  },
  'Schema $dynamicAnchor': limit('$dynamicAnchor', 'node'),
  'Schema $anchor': limit('$anchor', 'here'),
  'Schema $id': limit('$id', 'https://a.test/schema'),
  'Schema id': limit('id', 'https://a.test/schema'),
  'Schema $schema': limit('$schema', 'https://json-schema.org/draft/2020-12/schema'),
  'Schema $vocabulary': limit('$vocabulary', 'https://json-schema.org/draft/2020-12/vocab/core'),
  'Schema $comment': limit('$comment', 'A text.'),
  'Schema title': limit('title', 'A title'),
  'Schema summary': limit('summary', 'A summary'),
  'Schema description': limit('description', 'A text.'),
  'Schema externalDocs': limit('externalDocs', { url: 'https://docs.test' }),
  'Schema deprecated': limit('deprecated', true),
  'Schema example': limit('example', 'a'),
  'Schema examples': limit('examples', ['a']),
  'Schema xml': limit('xml', { name: 'a' }),
  ...Object.fromEntries(
    ['name', 'namespace', 'prefix', 'attribute', 'wrapped'].map((key) => [
      `Xml ${key}`,
      limit('xml', { [key]: key === 'attribute' || key === 'wrapped' ? true : 'https://a.test' }),
    ]),
  ),
  'Schema not': limit('not', integer),
  'Schema multipleOf': limit('multipleOf', 2, integer),
  'Schema maximum': limit('maximum', 2, integer),
  'Schema minimum': limit('minimum', 2, integer),
  'Schema exclusiveMaximum': limit('exclusiveMaximum', 2, integer),
  'Schema exclusiveMinimum': limit('exclusiveMinimum', 2, integer),
  'Schema maxLength': limit('maxLength', 2),
  'Schema minLength': limit('minLength', 2),
  'Schema pattern': limit('pattern', '^a'),
  'Schema maxItems': limit('maxItems', 2, { type: 'array', items: text }),
  'Schema minItems': limit('minItems', 2, { type: 'array', items: text }),
  'Schema uniqueItems': limit('uniqueItems', true, { type: 'array', items: text }),
  'Schema contains': limit('contains', text, { type: 'array', items: text }),
  'Schema minContains': limit('minContains', 1, { type: 'array', items: text }),
  'Schema maxContains': limit('maxContains', 1, { type: 'array', items: text }),
  'Schema maxProperties': limit('maxProperties', 2, object({ a: text })),
  'Schema minProperties': limit('minProperties', 1, object({ a: text })),
  'Schema propertyNames': limit('propertyNames', { pattern: '^a' }, object({ a: text })),
  'Schema dependentRequired': limit('dependentRequired', { a: ['b'] }, object({ a: text, b: text })),
  'Schema contentEncoding': limit('contentEncoding', 'base64'),
  'Schema contentMediaType': { test: 'forms', title: 'the compiler knows forms and files' },
  'Schema contentSchema': limit('contentSchema', text),
};
