import { expect, test } from 'vitest';
import { generateFiles } from '../../src/index.ts';
import {
  BIG,
  FLAG,
  compiledTogether,
  generated,
  get,
  json,
  list,
  load,
  record,
  ref,
  type Parts,
} from '../support/any-document.ts';

const returns = (name: string) => ({ paths: { '/a': get(ref(name), { operationId: 'a' }) } });
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];
const entries = (value: unknown): object => Object.fromEntries(inherited.map((name) => [name, value]));

const words =
  'as infer intrinsic keyof readonly unique abstract asserts is of out global declare namespace override satisfies using'.split(
    ' ',
  );

/** Documents whose files must compile, each with a use of them. */
const COMPILES: readonly (readonly [title: string, parts: Parts, use: string])[] = [
  [
    'enumerations of decoded values have the decoded values',
    {
      ...returns('A'),
      schemas: {
        A: record(
          {
            flag: { ...FLAG, enum: ['true', 'false'], default: 'true' },
            fixed: { ...FLAG, const: 'true' },
            whole: { type: ['string', 'null'], 'x-decode': 'integer', enum: ['1', '2', null] },
            level: { type: ['integer', 'null'], enum: [1, 2, null] },
            big: { ...BIG, enum: [1, 2] },
          },
          { required: ['level'] },
        ),
      },
    },
    `import type { A } from './sync/index.ts';
export const a: A = { flag: true, fixed: false, whole: 3, big: 1n };
a.flag satisfies boolean | undefined;
a.whole satisfies number | undefined;
a.level satisfies number | undefined;
// @ts-expect-error decoded
export const wrong: A = { flag: 'true' };
`,
  ],
  [
    'names that every object has are names like others',
    {
      paths: Object.fromEntries(
        inherited.map((name) => [
          `/${name}`,
          get(ref(name), { operationId: name, parameters: [{ in: 'query', name, schema: { type: 'string' } }] }),
        ]),
      ),
      more: {
        components: {
          schemas: entries(record({ ...entries({ type: 'string' }), id: BIG, any: { oneOf: [ref('constructor')] } })),
          securitySchemes: entries({ type: 'http', scheme: 'basic' }),
        },
      },
    },
    `import { apiTables, operations, securitySchemes } from './sync/index.ts';
export const texts: ${inherited.map(() => 'string').join(' | ')} = operations.constructor.path;
export const parameters: 1 | undefined = apiTables.operations['toString']?.parameters?.query['toString'];
export const scheme: 'basic' = securitySchemes.constructor.scheme;
`,
  ],
  [
    'words of TypeScript are names of schemas',
    {
      paths: Object.fromEntries(words.map((word) => [`/${word}`, get(ref(word), { operationId: word })])),
      schemas: Object.fromEntries(words.map((word) => [word, record({ id: BIG, more: list(ref(word)) })])),
    },
    "import type { keyof_, unique_ } from './sync/index.ts';\nexport type Both = [keyof_, unique_];\n",
  ],
  [
    'a client certificate is not sent in a header',
    { more: { components: { securitySchemes: { tls: { type: 'mutualTLS' } } } } },
    "import { tlsScheme } from './sync/index.ts';\ntlsScheme satisfies { scheme: 'mutualTLS'; in: null; name: null };\n",
  ],
  [
    'records in a list of lists keep their types on the wire',
    {
      ...returns('A'),
      schemas: {
        A: record({
          inline: list(list(record({ id: BIG }))),
          named: list(list(ref('Cell'))),
          rows: list(ref('Row')),
          row: ref('Row'),
        }),
        Rows: list(list(record({ id: BIG }))),
        Row: list(record({ id: BIG })),
        Cell: record({ id: BIG }),
      },
    },
    `import type { A, Rows } from './sync/index.ts';
export const a: A = { inline: [[{ id: 1 }]], named: [[{ id: 1 }]], rows: [[{ id: 1 }]], row: [{ id: 1n }] };
export const rows: Rows = [[{ id: 1 }]];
`,
  ],
  [
    'a reference into a schema, or to the schema of a response, is a reference to a record',
    {
      paths: {
        '/a': get(ref('A'), { operationId: 'a' }),
        '/list': get(list(record({ on: FLAG })), { operationId: 'list' }),
        '/inside': get(ref('A/properties/owner-of'), { operationId: 'inside' }),
        '/other': get({ $ref: '#/paths/~1list/get/responses/200/content/application~1json/schema' }),
        '/item': get({ $ref: '#/paths/~1list/get/responses/200/content/application~1json/schema/items' }),
        '/same': get({ $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' }),
      },
      schemas: {
        A: record({
          'owner-of': record({ id: BIG, home: record({ on: FLAG }), again: ref('A/properties/owner-of') }),
          all: list(record({ id: BIG })),
          flag: FLAG,
        }),
        AOwnerOf: record({ name: { type: 'string' } }),
        C: record({
          owner: ref('A/properties/owner-of'),
          home: ref('A/properties/owner-of/properties/home'),
          one: ref('A/properties/all/items'),
          flag: ref('A/properties/flag'),
        }),
      },
    },
    `import type { ApiComponents, ApiDecodedPaths, C } from './sync/index.ts';
export const c: C = { owner: { id: 1n, home: { on: true }, again: {} }, home: { on: true }, one: { id: 1n }, flag: true };
export const wire: ApiComponents['schemas']['C'] = { owner: { id: 1, home: { on: 'true' } }, flag: 'true' };
type Data<Path extends keyof ApiDecodedPaths> = ApiDecodedPaths[Path]['get']['decoded'];
export const inside: Data<'/inside'> = { id: 1n };
export const other: Data<'/other'> = [{ on: true }];
export const item: Data<'/item'> = { on: true };
export const same: Data<'/same'> = { flag: true };
`,
  ],
  [
    'fields beside a map of another type have their own types',
    {
      ...returns('A'),
      schemas: {
        A: record({ name: { type: 'string' }, id: BIG }, { additionalProperties: { type: 'integer' } }),
        Open: record({ name: { type: 'string' } }, { additionalProperties: true }),
      },
    },
    `import type { A, Open } from './sync/index.ts';
export const read = (a: A): [string | undefined, bigint | undefined, number | undefined] => [a.name, a.id, a['other']];
export interface More extends Open { more: string }
`,
  ],
  [
    'schemas that contain themselves without an object in between',
    {
      ...returns('Json'),
      schemas: {
        Json: {
          anyOf: [{ type: 'string' }, list(ref('Json')), { type: 'object', additionalProperties: ref('Json') }],
        },
        'se-lf': list(ref('se-lf')),
        Ping: { type: ['array', 'null'], items: ref('Pong') },
        Pong: { oneOf: [ref('Ping'), { type: 'number' }] },
        Node: record({ id: BIG, nodes: list(ref('Node')), json: ref('Json') }),
      },
    },
    `import type { ApiComponents, Json, Node } from './sync/index.ts';
export const json: Json = ['a', ['b'], { c: ['d'] }];
export const node: Node = { nodes: [{ id: 1n }], json };
export const ping: ApiComponents['schemas']['Ping'] = [1, [2, null]];
// @ts-expect-error not in the union
export const wrong: Json = [1];
`,
  ],
  [
    'discriminated unions are narrowed, except by a value that another schema replaces',
    {
      ...returns('Union'),
      schemas: {
        One: record({ t: { type: 'string' }, x: { type: 'string' } }),
        Two: record({ t: { type: 'string', enum: ['two'] }, y: BIG }),
        Union: {
          oneOf: [ref('One'), ref('Two')],
          discriminator: { propertyName: 't', mapping: { one: ref('One').$ref, two: ref('Two').$ref } },
        },
        A: record({ k: { type: 'string', enum: ['a'] }, x: { type: 'string' } }),
        B: record({ k: { type: 'string', enum: ['b'] }, y: { type: 'string' } }),
        Any: { anyOf: [ref('A'), ref('B')], discriminator: { propertyName: 'k' } },
        Base: record({ t: { type: 'string' } }),
        Sub: { allOf: [ref('Base'), record({ t: { type: 'string', enum: ['sub'] } })] },
        Bases: {
          oneOf: [ref('Base'), ref('Sub')],
          discriminator: { propertyName: 't', mapping: { base: ref('Base').$ref, sub: ref('Sub').$ref } },
        },
        Open: record({ t: { type: 'string', enum: ['one'] } }),
      },
    },
    `import type { Any, ApiComponents, Open, Sub, Union } from './sync/index.ts';
export const read = (u: Union) => (u.t === 'one' ? u.x : u.y satisfies number | undefined);
export const wire = (u: ApiComponents['schemas']['Union']) => (u.t === 'one' ? u.x : u.y);
export const any = (u: Any) => u.k === 'a' && u.x;
export const sub: Sub = { t: 'sub' };
export const open: Open = { t: 'new' };
`,
  ],
  [
    'fields that are required beside allOf are required',
    {
      ...returns('Dog'),
      schemas: {
        Base: record({ id: BIG, kind: { type: 'string' }, level: { type: ['integer', 'null'] } }, { required: ['id'] }),
        Dog: {
          allOf: [ref('Base'), record({ name: { type: 'string' } })],
          required: ['kind', 'level', 'name', 'bark', 'unknown'],
          properties: { bark: BIG },
        },
      },
    },
    `import type { Dog } from './sync/index.ts';
export const dog: Dog = { id: 1n, kind: 'a', name: 'b', bark: 2n };
dog.kind satisfies string;
// @ts-expect-error the kind is missing
export const wrong: Dog = { id: 1n, name: 'b', bark: 2n };
`,
  ],
  [
    'references in patterns, in tuples and to definitions inside a schema, which are no fields',
    {
      ...returns('A'),
      schemas: {
        A: record(
          { id: BIG, inner: ref('A/$defs/In'), pair: { type: 'array', prefixItems: [ref('B'), BIG] } },
          { $defs: { In: record({ big: BIG }), Out: { type: 'string' } }, patternProperties: { '^x-': ref('B') } },
        ),
        B: record({ id: BIG }),
        Nested: { type: 'array', prefixItems: [{ type: 'string' }, ref('Nested')] },
        Labels: { type: 'object', patternProperties: { '^l': ref('Labels') } },
      },
    },
    `import type { A, ApiComponents, Labels, Nested } from './sync/index.ts';
export const inner: NonNullable<A['inner']> = { big: 1n };
export const pair: NonNullable<A['pair']> = [{ id: 1 }, 2];
export const label: ApiComponents['schemas']['B'] | undefined = ({} as A)['x-label'];
export const wire: Pick<ApiComponents['schemas']['A'], 'id' | 'inner'> = { id: 1, inner: { big: 1 } };
export const nested = ({} as Nested)[1] satisfies Nested;
export const labels: Labels = { l1: { l2: {} } };
// @ts-expect-error a definition is no field
export const defs = ({} as A & { readonly [key: string]: unknown }).$defs satisfies object;
`,
  ],
  [
    'a schema that requests and responses share, in one that only requests have',
    {
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { required: true, ...json(ref('Order')) },
            responses: { 200: json(ref('Item')) },
          },
        },
      },
      schemas: { Item: record({ id: BIG }), Order: record({ item: ref('Item') }) },
    },
    `import type { ApiComponents, Order } from './sync/index.ts';
export const order: Order = { item: { id: 1n } };
export const sent: ApiComponents['schemas']['Order'] = { item: { id: 1n } };
`,
  ],
  [
    'a field that two members of a composition have',
    { ...returns('A'), schemas: { A: { allOf: [record({ limit: BIG }), record({ limit: BIG, b: BIG })] } } },
    `import type { A } from './sync/index.ts';
export const a: A = { limit: 1n };
`,
  ],
  [
    'a record that only an operation with its own servers returns',
    {
      paths: { '/a': { servers: [{ url: 'https://b.test' }], ...get(ref('A')) }, '/b': get(ref('B')) },
      schemas: { A: record({ id: BIG }), B: record({ id: BIG }) },
    },
    '',
  ],
  [
    'fields that are required of a base that may be null',
    {
      openapi: '3.0.3',
      ...returns('A'),
      schemas: {
        A: { allOf: [ref('Base'), { type: 'object', required: ['id', 'name'], properties: { more: BIG } }] },
        Base: record({ id: BIG, name: { type: 'string' } }, { nullable: true }),
      },
    },
    `import type { A } from './sync/index.ts';
export const name = ({} as A).name satisfies string;
`,
  ],
];

test.each<[string, object, RegExp]>([
  [
    'a base that is one of the schemas that are composed of it',
    {
      Base: { ...record({ t: { type: 'string' } }), oneOf: [ref('One')] },
      One: { allOf: [ref('Base'), record({ x: BIG })] },
      Two: record({ base: ref('Base') }),
    },
    /api\.json has schemas that are composed of themselves by allOf, anyOf or oneOf: Base, One\. Move the choice/,
  ],
  ['a choice of itself', { A: { anyOf: [ref('A'), { type: 'string' }] } }, / or oneOf: A\. /],
])('%s has no type, and is refused by name', async (_title, schemas, says) => {
  const descriptions = await load({ schemas });
  expect(() => generateFiles(descriptions)).toThrow(says);
});

test('the documents are not changed, and generating again gives the same files', async () => {
  for (const [, parts] of COMPILES) {
    const descriptions = await load(parts);
    const before = structuredClone(descriptions);
    const files = generateFiles(descriptions);
    expect(descriptions).toEqual(before);
    expect(generateFiles(descriptions)).toEqual(files);
  }
});

test('the files compile, each with a use of them', async () => {
  const documents = COMPILES.map(async ([title, parts, use]) => [title, await generated(parts), use] as const);
  expect(await compiledTogether(await Promise.all(documents))).toBe('');
});
