import { expect, test } from 'vitest';
import { fields, handling } from '../src/index.ts';
import { SPECIFIED } from './specified-fields.ts';

interface Entry {
  readonly type: string | null;
  readonly format: string | null;
  readonly default: unknown;
  readonly enum: readonly string[] | null;
  readonly required: boolean;
  readonly source: string | null;
  readonly record: string | null;
  readonly decode: string | null;
}

const tables: Readonly<Record<string, Readonly<Record<string, Entry>>>> = fields;

const line = (name: string, { type, format, required, decode, enum: values, ...field }: Entry): string =>
  `${name}${required ? '!' : ''} ${type}${format === null ? '' : `/${format}`}${decode === null ? '' : ` decode=${decode}`}${field.default === null ? '' : ` default=${field.default}`}${values ? ` enum=${values.join(',')}` : ''}`;

test.each(
  Object.entries(SPECIFIED),
)('%s has the fields, types, formats, decoded types, defaults and enumerations of the specification, in its order', (record, specified) => {
  expect(
    Object.entries(tables[record] ?? {})
      .map(([name, field]) => line(name, field))
      .join('\n'),
  ).toBe(specified);
});

test('there are no other records', () => {
  expect(Object.keys(tables).sort()).toEqual(Object.keys(SPECIFIED).sort());
});

test('a default is the wire value: a string where the field is a string, a boolean where it is a boolean', () => {
  for (const [name, { type, default: initial }] of Object.entries(tables['Job'] ?? {})) {
    if (initial !== null) expect(typeof initial, name).toBe(type);
  }
});

test('every field names its section', () => {
  const sources = Object.entries(tables).flatMap(([record, table]) =>
    Object.entries(table).map(([name, { source, record: inner }]) => ({ field: `${record}.${name}`, source, inner })),
  );
  expect(sources.filter(({ source, inner }) => !/^\d(\.\d)?$/.test(source ?? '') && inner === null)).toEqual([]);
});

test('the lists of a workspace contain members, and its permissions are a record', () => {
  const { connections, jobs, transformations, permissions } = fields.Workspace;
  expect([connections.record, jobs.record, transformations.record, permissions.record]).toEqual([
    'WorkspaceMember',
    'WorkspaceMember',
    'WorkspaceMember',
    'WorkspacePermissions',
  ]);
});

test('it is decided for every field of a job whether its value is shown, and no value is shown that may hold a password', () => {
  const { shown, secret } = handling.Job;
  expect(secret).toEqual(
    expect.arrayContaining(['PreJob', 'PostJob', 'OtherCacheOptions', 'AdditionalCDCEngineProperties']),
  );
  expect(shown).not.toEqual(expect.arrayContaining(['NotifyEmailTo']));
  const names = new Set<string>(shown);
  expect(secret.filter((field) => names.has(field))).toEqual([]);
});

const rules = new URL('../../../openapi/rules/handling-decided.mjs', import.meta.url).href;
const { handlingDecided } = (await import(/* @vite-ignore */ rules)) as {
  handlingDecided: () => { Schema: (schema: object, context: object) => void };
};

test.each([
  ['a field without a decision', { A: { 'x-shown': true }, B: {} }, 'The field B has no x-shown'],
  ['two decisions', { A: { 'x-shown': false, 'x-secret': true } }, 'x-secret already says'],
  ['another value', { A: { 'x-shown': 'yes' } }, 'x-shown must be true or false.'],
  ['another value', { A: { 'x-volatile': 'daily' } }, 'x-volatile must be true or environment.'],
  ['no mistake', { A: { 'x-shown': true }, B: { 'x-secret': true, 'x-volatile': 'environment' } }, undefined],
  ['no decision at all', { A: {}, B: {} }, undefined],
])('the linter of the documents finds %s', (_, properties: Record<string, object>, message) => {
  const found: string[] = [];
  const location = { child: () => location, key: () => location };
  const visit = (schema: object) =>
    handlingDecided().Schema(schema, {
      report: (problem: { message: string }) => found.push(problem.message),
      location,
    });
  for (const schema of [{ properties }, ...Object.values(properties)]) visit(schema);
  expect(found).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
});
