import { edmType } from '../generate/fields.ts';
import type { Schema, Document, Operation } from '../generate/model.ts';
import { successesOf } from '../generate/operations.ts';
import { dereference } from '../generate/schemas.ts';
import type { Change } from './change.ts';
import { type Owner, pointerKeys } from './owner.ts';
import type { RedoclyChange } from './redocly-diff.ts';

export interface Rating {
  readonly bump: Change['bump'];
  readonly why: string | null;
}

/** What decides the rating of a change besides the values that it changes. */
export interface Context {
  /** Whether filters and `orderBy` may name the fields of the record. */
  readonly isFiltered?: boolean;
  /** How the change affects the type of what a call returns. */
  readonly result?: string | undefined;
}

/**
 * Rates a change. redocly rates changes for HTTP clients in general. This function corrects the rating for users of
 * these packages. Extensions that redocly ignores change the decoded types, and a change of an enumeration does not
 * break, because enumerations are open.
 */
export function rate(
  change: RedoclyChange,
  owner: Owner,
  before: unknown,
  after: unknown,
  context: Context = {},
): Rating {
  if (context.result !== undefined) return { bump: 'major', why: context.result };
  if (change.typeName === 'ServerList' && change.kind === 'added' && owner.base[0] === 'paths')
    return { bump: 'major', why: 'the tables lose an operation that has its own servers' };
  const component = owner.base[0] === 'components' && owner.rest.length === 0;
  if (component && change.kind === 'removed')
    return { bump: 'major', why: 'its generated type or table entry is removed' };
  if (component && change.kind === 'added') return { bump: 'minor', why: null };
  if (change.kind === 'modified' && change.property === 'deprecated' && change.revision?.value === true)
    return { bump: 'minor', why: 'a later version may remove it' };
  if (change.typeName === 'Schema' && change.kind === 'removed' && owner.rest[0] === 'properties')
    return { bump: 'major', why: change.impact === 'major' ? null : `its generated type ${lossOf(owner)}` };
  if (change.property === 'key' && (change.typeName === 'Schema' || change.typeName === 'PathItem'))
    return { bump: 'major', why: change.impact === 'major' ? null : 'code that names it no longer compiles' };
  if (change.typeName === 'Parameter' && change.property === 'name')
    return { bump: 'major', why: change.impact === 'major' ? null : 'code that names it no longer compiles' };
  if (change.typeName === 'Schema' && change.kind === 'modified')
    return rateSchema(change, owner, before as Schema, after as Schema, context);
  if (change.typeName === 'SecurityScheme' && change.kind === 'modified' && isShownNow(before)) {
    return { bump: 'minor', why: 'it was a placeholder for an undocumented value' };
  }
  if (change.typeName === 'SecurityScheme' && change.property === 'x-name-template')
    return { bump: 'major', why: 'the credential is sent under another name' };
  return { bump: change.impact, why: null };
}

function lossOf({ rest }: Owner): string {
  return rest.at(-2) === 'properties' ? 'loses the field' : 'changes';
}

function rateSchema(
  { property, impact }: RedoclyChange,
  owner: Owner,
  before: Schema,
  after: Schema,
  { isFiltered = false }: Context,
): Rating {
  switch (property) {
    case 'x-decode':
      return { bump: 'major', why: 'the decoded type changes' };
    case 'format':
      if (isInt64(before) !== isInt64(after))
        return isInt64(after) && isSent(owner)
          ? { bump: 'minor', why: 'a call may also send a bigint' }
          : { bump: 'major', why: 'the decoded type changes between number and bigint' };
      return isFiltered && filtersOf(before) !== filtersOf(after)
        ? { bump: 'major', why: 'a typed filter accepts other values' }
        : { bump: impact, why: null };
    case 'enum':
      return { bump: 'minor', why: 'enumerations are open: an unknown value compiles and is passed on' };
    case 'default':
      return { bump: 'minor', why: 'the meaning of an absent field changes' };
    case 'x-edm':
      return { bump: 'major', why: 'a typed filter accepts other values' };
    case 'required':
      if (impact !== 'patch') return { bump: impact, why: null };
      return { bump: 'minor', why: losesRequired(before, after) ? 'a call may send less' : 'the type promises more' };
    case 'additionalProperties':
      return isOpen(before) && !isOpen(after)
        ? { bump: 'major', why: 'code that reads other fields no longer compiles' }
        : { bump: impact, why: null };
    default:
      return { bump: impact, why: null };
  }
}

/** Whether the generated type of a record has fields with any name. */
function isOpen({ additionalProperties: others }: Schema): boolean {
  return others === true || typeof others === 'object';
}

/** The EDM type as far as filters distinguish it: they accept the same values for all integers. */
function filtersOf(field: Schema): string | null {
  return edmType(field)?.replace(/^Edm\.Int\d+$/, 'Edm.Int') ?? null;
}

/** Whether a place is in a parameter or in a body, and not in a named schema, which responses may have too. */
function isSent({ base, rest }: Owner): boolean {
  const [, group] = base;
  return group !== 'schemas' && [...base, ...rest].some((key) => /^(?:parameters|requestBod(?:y|ies))$/.test(key));
}

function losesRequired({ required: old = [] }: Schema, { required = [] }: Schema): boolean {
  return old.some((name) => !required.includes(name));
}

function isInt64({ type, format }: Schema): boolean {
  return type === 'integer' && format === 'int64';
}

function isShownNow(before: unknown): boolean {
  return typeof before === 'object' && before !== null && 'x-not-shown' in before;
}

/** How an added response changes the type of what a call returns; undefined if it does not. */
export function resultChange(
  { typeName, kind, path: pointer }: RedoclyChange,
  before: Document,
  after: Document,
): string | undefined {
  if (typeName !== 'Response' || kind !== 'added') return undefined;
  const [, path = '', method = ''] = pointerKeys(pointer);
  const [old, now] = [before, after].map((document) => {
    const item = document.paths?.[path] as Readonly<Record<string, Operation>> | undefined;
    const { successes, isOptional } = successesOf(document, item?.[method] ?? {});
    const types = successes.map(({ schema }) => JSON.stringify(dereference<Schema>(document, schema as never)));
    return { types, isOptional };
  });
  if (old === undefined || now === undefined || old.types.length === 0) return undefined;
  if (now.isOptional && !old.isOptional) return 'a call may return undefined';
  return now.types.every((type) => old.types.includes(type)) ? undefined : 'a call may return another type';
}
