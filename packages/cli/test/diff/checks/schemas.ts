/**
 * Two versions of a schema for each kind of change, by the end of the check's name. The start of the name says where the
 * schema is: in a body, a property, a parameter or a header.
 */

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const pet = object({ kind: text, name: text });
const cat = object({ kind: text, claws: number }, { title: 'cat' });
const dog = object({ kind: text, tail: number }, { title: 'dog' });
const cow = object({ kind: text, milk: number }, { title: 'cow' });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const mapped = (mapping: object, propertyName = 'kind') => ({
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(Object.entries(mapping).map(([key, name]) => [key, `#/components/schemas/${name}`])),
  },
});
const plain = { oneOf: [ref('Cat'), ref('Dog')] };

type Versions = readonly [before: object, after: object];

/** A keyword that comes, and one that goes. */
const keyword = (name: string, before: object, value: unknown): Readonly<Record<string, Versions>> => ({
  [`${name}-added`]: [before, { ...before, [camel(name)]: value }],
  [`${name}-removed`]: [{ ...before, [camel(name)]: value }, before],
});

/** A limit that comes, goes, becomes larger or smaller. */
const bound = (name: string, keyword: string, base: object): Readonly<Record<string, Versions>> => ({
  [`${name}-set`]: [base, { ...base, [keyword]: 5 }],
  [`${name}-unset`]: [{ ...base, [keyword]: 5 }, base],
  [`${name}-increased`]: [
    { ...base, [keyword]: 5 },
    { ...base, [keyword]: 9 },
  ],
  [`${name}-decreased`]: [
    { ...base, [keyword]: 5 },
    { ...base, [keyword]: 2 },
  ],
});

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

/** A pair by the end of the check's name. */
export const SCHEMAS: Readonly<Record<string, Versions>> = {
  'all-of-added': [pet, { allOf: [pet, { required: ['name'], properties: { size: number } }] }],
  'all-of-removed': [{ allOf: [pet, { required: ['name'], properties: { size: number } }] }, pet],
  'all-of-added-annotation-only': [pet, { allOf: [pet, { description: 'An animal.' }] }],
  'all-of-removed-annotation-only': [{ allOf: [pet, { description: 'An animal.' }] }, pet],
  'any-of-added': [{ anyOf: [cat, dog] }, { anyOf: [cat, dog, cow] }],
  'any-of-removed': [{ anyOf: [cat, dog, cow] }, { anyOf: [cat, dog] }],
  'one-of-added': [{ oneOf: [cat, dog] }, { oneOf: [cat, dog, cow] }],
  'one-of-removed': [{ oneOf: [cat, dog, cow] }, { oneOf: [cat, dog] }],
  'wrapped-in-one-of': [cat, { oneOf: [cat, dog] }],
  'became-enum': [text, { ...text, enum: ['a', 'b'] }],
  'enum-value-removed': [
    { ...text, enum: ['a', 'b'] },
    { ...text, enum: ['a'] },
  ],
  'enum-value-added': [
    { ...text, enum: ['a', 'b'] },
    { ...text, enum: ['a', 'b', 'c'] },
  ],
  'x-extensible-enum-value-removed': [
    { ...text, 'x-extensible-enum': ['a', 'b'] },
    { ...text, 'x-extensible-enum': ['a'] },
  ],
  'const-added': [text, { ...text, const: 'a' }],
  'const-removed': [{ ...text, const: 'a' }, text],
  'const-changed': [
    { ...text, const: 'a' },
    { ...text, const: 'b' },
  ],
  'default-value-added': [text, { ...text, default: 'a' }],
  'default-value-removed': [{ ...text, default: 'a' }, text],
  'default-value-changed': [
    { ...text, default: 'a' },
    { ...text, default: 'b' },
  ],
  'became-nullable': [text, { type: ['string', 'null'] }],
  'became-not-nullable': [{ type: ['string', 'null'] }, text],
  ...bound('max', 'maximum', number),
  ...bound('min', 'minimum', number),
  ...bound('exclusive-max', 'exclusiveMaximum', number),
  ...bound('exclusive-min', 'exclusiveMinimum', number),
  ...bound('max-length', 'maxLength', text),
  ...bound('min-length', 'minLength', text),
  ...bound('max-items', 'maxItems', list),
  ...bound('min-items', 'minItems', list),
  ...bound('min-contains', 'minContains', { ...list, contains: { const: 'a' } }),
  ...bound('max-contains', 'maxContains', { ...list, contains: { const: 'a' } }),
  'pattern-added': [text, { ...text, pattern: '^a+$' }],
  'pattern-removed': [{ ...text, pattern: '^a+$' }, text],
  'pattern-changed': [
    { ...text, pattern: '^a+$' },
    { ...text, pattern: '^b+$' },
  ],
  'pattern-generalized': [
    { ...text, pattern: '^a+$' },
    { ...text, pattern: '.*' },
  ],
  'type-changed': [text, { type: 'boolean' }],
  'type-generalized': [{ type: 'integer' }, number],
  'type-specialized': [number, { type: 'integer' }],
  'type-compatible': [{ type: 'integer' }, text],
  'list-of-types-widened': [text, { type: ['string', 'boolean'] }],
  'list-of-types-narrowed': [{ type: ['string', 'boolean'] }, text],
  'prefix-items-added': [
    { ...list, prefixItems: [text] },
    { ...list, prefixItems: [text, number] },
  ],
  'prefix-items-removed': [
    { ...list, prefixItems: [text, number] },
    { ...list, prefixItems: [text] },
  ],
  ...keyword('if', pet, { required: ['kind'] }),
  ...keyword('then', { ...pet, if: { required: ['kind'] } }, { required: ['name'] }),
  ...keyword('else', { ...pet, if: { required: ['kind'] } }, { required: ['name'] }),
  ...keyword('contains', list, { const: 'a' }),
  ...keyword('property-names', object({}), { pattern: '^a' }),
  ...keyword('unevaluated-items', list, false),
  ...keyword('unevaluated-properties', pet, false),
  ...keyword('content-schema', { ...text, contentMediaType: 'application/json' }, pet),
  'content-media-type-changed': [
    { ...text, contentMediaType: 'image/png' },
    { ...text, contentMediaType: 'image/jpeg' },
  ],
  'content-encoding-changed': [
    { ...text, contentEncoding: 'base64' },
    { ...text, contentEncoding: 'base32' },
  ],
  ...keyword('dependent-required', pet, { kind: ['name'] }),
  'dependent-required-changed': [
    { ...pet, dependentRequired: { kind: ['name'] } },
    { ...pet, dependentRequired: { kind: ['size'] } },
  ],
  'dependent-schema-added': [pet, { ...pet, dependentSchemas: { kind: { required: ['name'] } } }],
  'dependent-schema-removed': [{ ...pet, dependentSchemas: { kind: { required: ['name'] } } }, pet],
  'pattern-property-added': [pet, { ...pet, patternProperties: { '^x-': text } }],
  'pattern-property-removed': [{ ...pet, patternProperties: { '^x-': text } }, pet],
  'discriminator-added': [plain, mapped({ cat: 'Cat', dog: 'Dog' })],
  'discriminator-removed': [mapped({ cat: 'Cat', dog: 'Dog' }), plain],
  'discriminator-property-name-changed': [mapped({ cat: 'Cat' }), mapped({ cat: 'Cat' }, 'sort')],
  'discriminator-mapping-added': [mapped({ cat: 'Cat' }), mapped({ cat: 'Cat', dog: 'Dog' })],
  'discriminator-mapping-deleted': [mapped({ cat: 'Cat', dog: 'Dog' }), mapped({ cat: 'Cat' })],
  'discriminator-mapping-changed': [mapped({ cat: 'Cat' }), mapped({ cat: 'Dog' })],
  deprecated: [text, { ...text, deprecated: true }],
  'deprecated-with-sunset': [text, { ...text, deprecated: true, 'x-sunset': '2030-01-01' }],
  'deprecated-sunset-missing': [text, { ...text, deprecated: true }],
  'deprecated-sunset-invalid': [text, { ...text, deprecated: true, 'x-sunset': 'soon' }],
  'sunset-date-too-small': [text, { ...text, deprecated: true, 'x-sunset': '2001-01-01' }],
  reactivated: [{ ...text, deprecated: true }, text],
  'stability-decreased': [
    { ...text, 'x-stability-level': 'stable' },
    { ...text, 'x-stability-level': 'beta' },
  ],
  'stability-increased': [
    { ...text, 'x-stability-level': 'beta' },
    { ...text, 'x-stability-level': 'stable' },
  ],
};
