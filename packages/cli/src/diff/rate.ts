import type { Schema } from '../generate/model.ts';
import type { Change } from './change.ts';
import type { Owner } from './owner.ts';
import type { RedoclyChange } from './redocly-diff.ts';

export interface Rating {
  readonly bump: Change['bump'];
  readonly why: string | null;
}

/**
 * Rates a change. redocly rates changes for HTTP clients in general. This function corrects the rating for users of
 * these packages. Extensions that redocly ignores change the decoded types, and a change of an enumeration does not
 * break, because enumerations are open.
 */
export function rate(change: RedoclyChange, owner: Owner, before: unknown, after: unknown): Rating {
  const component = owner.base[0] === 'components' && owner.rest.length === 0;
  if (component && change.kind === 'removed')
    return { bump: 'major', why: 'its generated type or table entry is removed' };
  if (component && change.kind === 'added') return { bump: 'minor', why: null };
  if (change.kind === 'modified' && change.property === 'deprecated' && change.revision?.value === true)
    return { bump: 'minor', why: 'a later version may remove it' };
  if (change.typeName === 'Schema' && change.kind === 'removed' && owner.rest[0] === 'properties')
    return { bump: 'major', why: change.impact === 'major' ? null : 'its generated type loses the field' };
  if (change.property === 'key' && (change.typeName === 'Schema' || change.typeName === 'PathItem'))
    return { bump: 'major', why: change.impact === 'major' ? null : 'code that names it no longer compiles' };
  if (change.typeName === 'Parameter' && change.property === 'name')
    return { bump: 'major', why: change.impact === 'major' ? null : 'code that names it no longer compiles' };
  if (change.typeName === 'Schema' && change.kind === 'modified')
    return rateSchema(change, before as Schema, after as Schema);
  if (change.typeName === 'SecurityScheme' && change.kind === 'modified' && isShownNow(before)) {
    return { bump: 'minor', why: 'it was a placeholder for an undocumented value' };
  }
  if (change.typeName === 'SecurityScheme' && change.property === 'x-name-template')
    return { bump: 'major', why: 'the credential is sent under another name' };
  return { bump: change.impact, why: null };
}

function rateSchema({ property, impact }: RedoclyChange, before: Schema, after: Schema): Rating {
  switch (property) {
    case 'x-decode':
      return { bump: 'major', why: 'the decoded type changes' };
    case 'format':
      return isInt64(before) === isInt64(after)
        ? { bump: impact, why: null }
        : { bump: 'major', why: 'the decoded type changes between number and bigint' };
    case 'enum':
      return { bump: 'minor', why: 'enumerations are open: an unknown value compiles and is passed on' };
    case 'default':
      return { bump: 'minor', why: 'the meaning of an absent field changes' };
    case 'x-edm':
      return { bump: 'major', why: 'a typed filter accepts other values' };
    case 'required':
      if (impact !== 'patch') return { bump: impact, why: null };
      return { bump: 'minor', why: losesRequired(before, after) ? 'a call may send less' : 'the type promises more' };
    default:
      return { bump: impact, why: null };
  }
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
