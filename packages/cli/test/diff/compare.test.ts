import { expect, test } from 'vitest';
import type { Description } from '../../src/generate/model.ts';
import type { Change } from '../../src/diff/change.ts';
import { compare } from '../../src/diff/compare.ts';
import { AFTER, BEFORE } from './shop.ts';
import { SHOP_CHANGES } from './shop-changes.ts';

/** All properties of a change, in four lines. */
const shown = ({ bump, topic, message, why, kind, document, before, after, action, ...about }: Change): string =>
  [
    `${bump} ${topic}: ${message} ${why === null ? '' : `(${why})`}`.trim(),
    `  ${document} ${kind}: ${before} → ${after}`,
    `  ${Object.entries(about)
      .flatMap(([name, list]) => (list.length === 0 ? [] : [`${name} ${list.join(' ')}`]))
      .join('; ')}`,
    `  ${action}`,
  ].join('\n');

test('each change has its rating and the reason, its subject, the old value, and what to do', () => {
  const report = compare([BEFORE], [AFTER]);
  expect(report.changes.map(shown).sort()).toEqual([...SHOP_CHANGES].sort());
  expect(report.bump).toBe('major');
  expect(report.packages).toEqual({
    '@syncline/openapi': 'major',
    '@syncline/client': 'major',
    '@syncline/sandbox': 'major',
  });
});

test('equal documents have no changes, and a document can be added or removed', () => {
  expect(compare([BEFORE], [BEFORE])).toEqual({ bump: 'none', changes: [], packages: {} });
  const operations = 'operations listOrders createOrder listClerks createClerk listReports getStock listPrices';
  const quoted = '`listOrders`, `createOrder`, `listClerks`, `createClerk`, `listReports`, `getStock`, `listPrices`';
  const away = compare([BEFORE], []);
  expect(away.changes.map(shown)).toEqual([
    `major document-removed: The document shop was removed.
  shop removed: null → null
  ${operations}; calls shop.orders.list
  Remove this use: the service no longer offers ${quoted}.`,
  ]);
  const come = compare([], [BEFORE]);
  expect(come.changes.map(shown)).toEqual([
    `minor document-added: The document shop was added.
  shop added: null → null
  ${operations}; calls shop.orders.list
  null`,
  ]);
  expect([away.bump, come.bump]).toEqual(['major', 'minor']);
});

/** Compares two versions of a document with one operation, which differ in the given parts. */
function changesOf(before: object, after: object): readonly string[] {
  const [old, now] = [before, after].map((part): Description => {
    const { operation = {}, ...rest } = part as { readonly operation?: object };
    const get = { operationId: 'readShop', responses: { 200: { description: 'Fine.' } }, ...operation };
    const document = { openapi: '3.1.0', info: { title: 'shop', version: '1' }, paths: { '/shop': { get } }, ...rest };
    return { name: 'shop', file: 'shop.yaml', document: document as unknown as Description['document'] };
  }) as [Description, Description];
  const { changes } = compare([old], [now]);
  return changes.map(({ bump, topic, before, after, operations, fields, action }) =>
    [bump, topic, `${before} → ${after}`, [...operations, ...fields].join(' '), action].join(' | '),
  );
}

const json = (content: object) => ({
  responses: { 200: { description: 'Fine.', content: { 'application/json': content } } },
});
const shop = (properties: object, more: object = {}) => ({
  operation: json({ schema: { $ref: '#/components/schemas/Shop' }, ...more }),
  components: { schemas: { Shop: { type: 'object', properties } } },
});
const text = { type: 'string' };
/** A list in an extension, which redocly does not compare. */
const rows = (...names: readonly string[]) => ({ operation: { 'x-rows': names.map((name) => ({ name })) } });
const rowsChanged = (sides: string): string => `patch | documentation | ${sides} | readShop | `;
const schemes = {
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-key' },
  basic: { type: 'http', scheme: 'basic' },
  ours: { type: 'http', scheme: 'bearer' },
};

test.each<[string, object, object, readonly string[]]>([
  [
    'a field that two new ones may replace',
    shop({ old: text }),
    shop({ first: text, second: text }),
    [
      'major | field-removed | string → null | readShop Shop.old | Stop using `Shop.old`: the description no longer has it.',
      'minor | field-added | null → string | readShop Shop.first | ',
      'minor | field-added | null → string | readShop Shop.second | ',
    ],
  ],
  [
    'a field that one of another type may replace',
    shop({ old: text }),
    shop({ fresh: { type: 'integer' } }),
    [
      'major | field-removed | string → null | readShop Shop.old | Stop using `Shop.old`: the description no longer has it.',
      'minor | field-added | null → number | readShop Shop.fresh | ',
    ],
  ],
  [
    'a format that changes no type',
    shop({ day: { ...text, format: 'date' } }),
    shop({ day: { ...text, format: 'date-time' } }),
    ['major | field-type | date → date-time | readShop Shop.day | Handle `date-time` instead of `date`.'],
  ],
  [
    'a list of anything',
    shop({}),
    shop({ list: { type: 'array' } }),
    ['minor | field-added | null → unknown[] | readShop Shop.list | '],
  ],
  [
    'what is no longer deprecated',
    shop({ day: { ...text, deprecated: true } }),
    shop({ day: text }),
    ['patch | documentation | true → null | readShop Shop.day | '],
  ],
  [
    'an example',
    shop({}, { example: { day: 'a' } }),
    shop({}, { example: { day: 'b' } }),
    ['patch | documentation | a → b | readShop | '],
  ],
  [
    'an example with a name of its own',
    { components: { examples: { day: { value: { type: 'a' } } } } },
    { components: { examples: { day: { value: { type: 'b' } } } } },
    ['patch | documentation | a → b |  | '],
  ],
  [
    'a field with an alternative',
    shop({ day: text }),
    shop({ day: { oneOf: [text, { type: 'object', properties: { at: text } }] } }),
    [
      'major | field-type | string → string | object | readShop Shop.day | Handle `string | object` instead of `string`.',
    ],
  ],
  ['tags that moved', { operation: { tags: ['a', 'b'] } }, { operation: { tags: ['b', 'a'] } }, []],
  [
    'another tag',
    { operation: { tags: ['a', 'b'] } },
    { operation: { tags: ['a', 'c'] } },
    ['patch | documentation | b → c | readShop | '],
  ],
  [
    'a source',
    { operation: { 'x-source': '1' } },
    { operation: { 'x-source': '2' } },
    ['patch | documentation | 1 → 2 | readShop | '],
  ],
  [
    'a scheme that an operation no longer accepts',
    {
      operation: { security: [{ basic: [] }, { apiKeyHeader: [] }, { ours: [] }] },
      components: { securitySchemes: schemes },
    },
    { operation: { security: [{ apiKeyHeader: [] }, { ours: [] }] }, components: { securitySchemes: schemes } },
    [
      'major | scheme-removed | accepted → null | readShop | Use another credential: `apiKeyHeader({ name: vendorHeaderName(vendor), value })`, ours.',
    ],
  ],
  [
    'the schemes of all operations',
    { security: [{ basic: [] }], components: { securitySchemes: schemes } },
    { security: [{ basic: [] }, { ours: [] }], components: { securitySchemes: schemes } },
    ['minor | scheme-added | null → accepted | readShop | '],
  ],
  [
    'the servers',
    { servers: [{ url: 'https://a.invalid' }] },
    { servers: [{ url: 'https://b.invalid' }] },
    ['major | other | https://a.invalid → https://b.invalid | readShop | Compare this use with the new description.'],
  ],
  ['rows that only moved', rows('a', 'b', 'c'), rows('c', 'a', 'b'), []],
  ['rows that moved, and one that changed', rows('a', 'b', 'c'), rows('b', 'a', 'd'), [rowsChanged('c → d')]],
  ['a row more', rows('a'), rows('b', 'a'), [rowsChanged('a → b')]],
  ['a row less', rows('a', 'b'), rows('b'), [rowsChanged('a → b')]],
  ['no row any more', rows('a'), rows(), [rowsChanged('{"name":"a"} → null')]],
  [
    'a list that becomes an object',
    rows('a'),
    { operation: { 'x-rows': { 0: { name: 'a' } } } },
    [rowsChanged('[{"name":"a"}] → {"0":{"name":"a"}}')],
  ],
  [
    'an example with a tilde and a slash in its name',
    shop({}, { examples: { 'a~/b': { value: 1 } } }),
    shop({}, { examples: { 'a~/b': { value: 2 } } }),
    ['patch | documentation | 1 → 2 | readShop | '],
  ],
  [
    'the servers, where the operation has its own',
    { operation: { servers: [{ url: 'https://c.invalid' }] }, servers: [{ url: 'https://a.invalid' }] },
    { operation: { servers: [{ url: 'https://c.invalid' }] }, servers: [{ url: 'https://b.invalid' }] },
    ['major | other | https://a.invalid → https://b.invalid |  | Compare this use with the new description.'],
  ],
  [
    'a header that nothing refers to',
    { components: { headers: { rate: { schema: text, description: 'A rate.' } } } },
    { components: { headers: { rate: { schema: text, description: 'Rate.' } } } },
    ['patch | documentation | A rate. → Rate. |  | '],
  ],
  [
    'a type that may be null',
    shop({ day: text }),
    shop({ day: { type: ['string', 'null'] } }),
    ['major | field-type | string → string | null | readShop Shop.day | Handle `string | null` instead of `string`.'],
  ],
])('%s', (_title, before, after, changes) => {
  expect(changesOf(before, after)).toEqual(changes);
});
