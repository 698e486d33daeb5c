import { expect, test } from 'vitest';
import { fields } from '../src/index.ts';
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
