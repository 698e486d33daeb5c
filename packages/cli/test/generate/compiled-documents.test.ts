import { expect, test } from 'vitest';
import { BIG, FLAG, compiled, generated, get, list, record, ref, type Parts } from '../support/any-document.ts';

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
];

test.each(COMPILES)('%s', async (_title, parts, use) => {
  expect(await compiled(await generated(parts), use)).toBe('');
});
