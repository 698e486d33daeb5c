import { expect, test } from 'vitest';
import type { RedoclyChange } from '../../src/diff/redocly-diff.ts';
import { sidesOf, topicOf } from '../../src/diff/topic.ts';

const change = (more: Partial<RedoclyChange>): RedoclyChange => ({
  path: '#/',
  typeName: 'Schema',
  kind: 'modified',
  impact: 'patch',
  verdicts: [],
  ...more,
});
const between = (before: unknown, after: unknown): Partial<RedoclyChange> => ({
  base: { pointer: '#/', value: before },
  revision: { pointer: '#/', value: after },
});
const field = { base: ['components', 'schemas', 'Shop'], rest: ['properties', 'day'] };
const record = { ...field, rest: [] };
const other = { ...field, rest: ['oneOf', '0'] };

test.each<[string, Partial<RedoclyChange>, typeof field, boolean?]>([
  ['deprecated', { property: 'deprecated', ...between(false, true) }, field],
  ['documentation', { property: 'deprecated', ...between(true, false) }, field],
  ...[
    'description',
    'summary',
    'title',
    'example',
    'examples',
    'externalDocs',
    'tags',
    'x-source',
    'x-open-question',
    'x-shown',
    'x-secret',
    'x-volatile',
    'x-connection',
  ].map((property): [string, Partial<RedoclyChange>, typeof field] => ['documentation', { property }, field]),
  ['field-added', { kind: 'added', property: 'description' }, field],
  ['parameter-removed', { typeName: 'Parameter', kind: 'removed' }, field, true],
  ['parameter-removed', { typeName: 'ParameterList', kind: 'removed' }, field, true],
  ['parameter-added', { typeName: 'Parameter', kind: 'added' }, field, true],
  ['parameter-required', { typeName: 'ParameterList', kind: 'added', impact: 'major' }, field, true],
  ['parameter-required', { typeName: 'Parameter', property: 'required', ...between(false, true) }, field, true],
  ['parameter-changed', { typeName: 'Parameter', property: 'required', ...between(true, false) }, field, true],
  ['parameter-changed', { typeName: 'Parameter', property: 'explode', ...between(false, true) }, field, true],
  ['parameter-changed', { typeName: 'Schema', kind: 'removed' }, field, true],
  ['parameter-changed', { typeName: 'Schema', kind: 'added', impact: 'major' }, field, true],
  ['operation-added', { typeName: 'PathItem', kind: 'added' }, field],
  ['operation-removed', { typeName: 'Operation', kind: 'removed' }, field],
  ['path-changed', { typeName: 'PathItem', property: 'key' }, field],
  ['operation-renamed', { typeName: 'Operation', property: 'operationId' }, field],
  ['other', { typeName: 'Operation', property: 'servers' }, field],
  ['scheme-changed', { typeName: 'SecurityScheme', property: 'name' }, field],
  ['scheme-added', { typeName: 'SecurityRequirement', kind: 'added' }, field],
  ['scheme-removed', { typeName: 'SecurityRequirementList', kind: 'removed' }, field],
  ['documentation', { typeName: 'Info', property: 'version' }, field],
  ['other', { typeName: 'Server', property: 'url' }, field],
  ['record-added', { kind: 'added' }, record],
  ['record-removed', { kind: 'removed' }, record],
  ['field-type', { property: 'type' }, record],
  ['field-removed', { kind: 'removed' }, field],
  ['other', { kind: 'removed' }, other],
  [
    'request-required',
    {
      property: 'required',
      verdicts: [
        { ruleId: 'a', message: '' },
        { ruleId: 'required-properties-added', message: '' },
      ],
    },
    record,
  ],
  ['field-optional', { property: 'required', impact: 'major', verdicts: [{ ruleId: 'a', message: '' }] }, record],
  ['request-optional', { property: 'required', ...between(['a', 'b'], ['b', 'c']) }, record],
  ['request-optional', { property: 'required', ...between(['a'], undefined) }, record],
  ['field-always', { property: 'required', ...between(['a'], ['a', 'b']) }, record],
  ['field-always', { property: 'required', ...between(undefined, ['a']) }, record],
  ['field-renamed', { property: 'key' }, field],
  ['field-values', { property: 'enum' }, field],
  ['field-default', { property: 'default' }, field],
  ['field-filter', { property: 'x-edm' }, field],
  ['field-type', { property: 'format' }, field],
])('%s: %o', (topic, part, owner, isParameter = false) => {
  expect(topicOf(change(part), owner, isParameter)).toBe(topic);
});

const text = { type: 'string' };
const long = 'x'.repeat(81);

test.each<[Parameters<typeof sidesOf>[0], Partial<RedoclyChange>, unknown, unknown, string | null, string | null]>([
  [
    'field-added',
    between(undefined, { type: ['integer', 'null'], format: 'int64' }),
    text,
    text,
    null,
    'bigint | null',
  ],
  [
    'field-removed',
    between({ type: 'array', items: { $ref: '#/components/schemas/Shop' } }, undefined),
    1,
    1,
    'Shop[]',
    null,
  ],
  ['record-added', between(null, { type: 'object' }), 1, 1, null, 'object'],
  ['record-removed', between({}, undefined), 1, 1, 'unknown', null],
  [
    'field-type',
    between('a', 'b'),
    { type: 'string', 'x-decode': 'integer' },
    { type: 'string', 'x-decode': 'boolean' },
    'number',
    'boolean',
  ],
  [
    'field-type',
    between('int32', 'int64'),
    { type: 'array', items: { type: 'integer' } },
    { type: 'array' },
    'number[]',
    'unknown[]',
  ],
  ['field-type', between(['a'], undefined), text, text, '["a"]', null],
  ['field-optional', {}, 1, 1, 'always present', 'optional'],
  ['field-optional', { kind: 'added' }, 1, 1, null, 'optional'],
  ['parameter-added', { kind: 'added' }, 1, 1, null, 'optional'],
  ['field-always', {}, 1, 1, 'optional', 'always present'],
  ['request-required', {}, 1, 1, 'optional', 'required'],
  ['parameter-required', { kind: 'added' }, 1, 1, null, 'required'],
  ['request-optional', {}, 1, 1, 'required', 'optional'],
  ['parameter-removed', {}, 1, 1, 'accepted', null],
  ['scheme-removed', {}, 1, 1, 'accepted', null],
  ['scheme-added', {}, 1, 1, null, 'accepted'],
  ['deprecated', between(false, true), 1, 1, 'current', 'deprecated'],
  ['operation-added', {}, 1, 1, null, 'offered'],
  ['document-added', {}, 1, 1, null, 'offered'],
  ['operation-removed', {}, 1, 1, 'offered', null],
  ['document-removed', {}, 1, 1, 'offered', null],
  ['other', between(long, long.slice(1)), 1, 1, `${'x'.repeat(79)}…`, 'x'.repeat(80)],
])('%s shows the old and the new value: %o', (topic, part, old, now, before, after) => {
  expect(sidesOf(topic, change(part), old, now)).toEqual({ before, after });
});
