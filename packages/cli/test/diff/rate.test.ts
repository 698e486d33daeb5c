import { expect, test } from 'vitest';
import { ownerOf } from '../../src/diff/owner.ts';
import { rate } from '../../src/diff/rate.ts';
import type { RedoclyChange } from '../../src/diff/redocly-diff.ts';
import type { Document } from '../../src/generate/model.ts';

const document = { openapi: '3.1.0', info: { title: 'shop', version: '1' } } as Document;
const SHOP = '#/components/schemas/Shop';
const change = (more: Partial<RedoclyChange>): RedoclyChange => ({
  path: SHOP,
  typeName: 'Schema',
  kind: 'modified',
  impact: 'patch',
  verdicts: [],
  ...more,
});
const to = (value: unknown) => ({ revision: { pointer: '#/', value } });
const int64 = { type: 'integer', format: 'int64' };
const compiles = 'code that names it no longer compiles';
const scheme = { path: '#/components/securitySchemes/key', typeName: 'SecurityScheme' };

test.each<[string, Partial<RedoclyChange>, object | undefined, object | undefined, string, string | null]>([
  ['a record comes', { kind: 'added', impact: 'patch' }, undefined, {}, 'minor', null],
  ['a record goes', { kind: 'removed' }, {}, undefined, 'major', 'its generated type or table entry is removed'],
  [
    'an operation comes',
    { path: '#/paths/shop/get', typeName: 'Operation', kind: 'added' },
    undefined,
    {},
    'patch',
    null,
  ],
  [
    'a field goes that only requests have',
    { path: `${SHOP}/properties/a`, kind: 'removed', impact: 'minor' },
    {},
    undefined,
    'major',
    'its generated type loses the field',
  ],
  ['a field goes', { path: `${SHOP}/properties/a`, kind: 'removed', impact: 'major' }, {}, undefined, 'major', null],
  [
    'a part of a choice goes',
    { path: `${SHOP}/oneOf/1`, kind: 'removed', impact: 'minor' },
    {},
    undefined,
    'minor',
    null,
  ],
  [
    'a header goes',
    { path: '#/components/headers/a/properties/b', typeName: 'Header', kind: 'removed' },
    {},
    undefined,
    'patch',
    null,
  ],
  [
    'something is deprecated',
    { property: 'deprecated', ...to(true) },
    {},
    {},
    'minor',
    'a later version may remove it',
  ],
  ['something is no longer deprecated', { property: 'deprecated', ...to(false) }, {}, {}, 'patch', null],
  [
    'a deprecated field comes',
    { path: `${SHOP}/properties/a`, kind: 'added', property: 'deprecated', ...to(true) },
    {},
    {},
    'patch',
    null,
  ],
  ['a field is renamed', { property: 'key', impact: 'minor' }, {}, {}, 'major', compiles],
  ['a field of a response is renamed', { property: 'key', impact: 'major' }, {}, {}, 'major', null],
  ['a path is renamed', { typeName: 'PathItem', path: '#/paths/shop', property: 'key' }, {}, {}, 'major', compiles],
  [
    'a path of many is renamed',
    { typeName: 'PathItem', path: '#/paths/shop', property: 'key', impact: 'major' },
    {},
    {},
    'major',
    null,
  ],
  ['a header is renamed', { typeName: 'Header', property: 'key' }, {}, {}, 'patch', null],
  ['a parameter is renamed', { typeName: 'Parameter', property: 'name' }, {}, {}, 'major', compiles],
  [
    'a parameter that was required is renamed',
    { typeName: 'Parameter', property: 'name', impact: 'major' },
    {},
    {},
    'major',
    null,
  ],
  ['a license is renamed', { typeName: 'License', property: 'name' }, {}, {}, 'patch', null],
  ['a parameter is described', { typeName: 'Parameter', property: 'description' }, {}, {}, 'patch', null],
  [
    'a placeholder is shown',
    { ...scheme, property: 'name', impact: 'major' },
    { 'x-not-shown': ['name'] },
    {},
    'minor',
    'it was a placeholder for an undocumented value',
  ],
  ['a header of a key changes', { ...scheme, property: 'name', impact: 'major' }, {}, {}, 'major', null],
  ['a scheme that was nowhere', { ...scheme, property: 'name', impact: 'major' }, undefined, {}, 'major', null],
  [
    'the template of a header changes',
    { ...scheme, property: 'x-name-template' },
    {},
    {},
    'major',
    'the credential is sent under another name',
  ],
  ['a template elsewhere', { typeName: 'Header', property: 'x-name-template' }, {}, {}, 'patch', null],
  ['another decoding', { property: 'x-decode' }, {}, {}, 'major', 'the decoded type changes'],
  [
    '64 bits',
    { property: 'format' },
    { type: 'integer' },
    int64,
    'major',
    'the decoded type changes between number and bigint',
  ],
  [
    'no longer 64 bits',
    { property: 'format' },
    int64,
    { type: 'integer' },
    'major',
    'the decoded type changes between number and bigint',
  ],
  [
    'another format of an integer',
    { property: 'format', impact: 'minor' },
    { type: 'integer', format: 'int32' },
    { type: 'integer' },
    'minor',
    null,
  ],
  ['int64 of a text', { property: 'format' }, { type: 'string' }, { type: 'string', format: 'int64' }, 'patch', null],
  [
    'a value more',
    { property: 'enum', impact: 'major' },
    {},
    {},
    'minor',
    'enumerations are open: an unknown value compiles and is passed on',
  ],
  ['another default', { property: 'default' }, {}, {}, 'minor', 'the meaning of an absent field changes'],
  ['another EDM type', { property: 'x-edm' }, {}, {}, 'major', 'a typed filter accepts other values'],
  ['a field that may be absent now', { property: 'required', impact: 'major' }, { required: ['a'] }, {}, 'major', null],
  [
    'a call may send less',
    { property: 'required' },
    { required: ['a', 'b'] },
    { required: ['b'] },
    'minor',
    'a call may send less',
  ],
  ['always there', { property: 'required' }, {}, { required: ['a'] }, 'minor', 'the type promises more'],
  ['another type', { property: 'type', impact: 'major' }, {}, {}, 'major', null],
])('%s', (_title, part, before, after, bump, why) => {
  const given = change(part);
  expect(rate(given, ownerOf(document, given.path), before, after)).toEqual({ bump, why });
});
