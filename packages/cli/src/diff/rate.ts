import type { Change } from './change.ts';
import type { Direction } from './usage.ts';

export interface Rating {
  readonly bump: Change['bump'];
  /** Why the change has this rating; null where it is obvious. */
  readonly why: string | null;
}

export const MAJOR = (why: string): Rating => ({ bump: 'major', why });
export const MINOR = (why: string | null): Rating => ({ bump: 'minor', why });

/** What a change does to the values that a schema allows: fewer, more, or others. */
export type Effect = 'narrowed' | 'widened' | 'changed';

/**
 * Rates a change of the values that are allowed. A request breaks when the service accepts fewer, because calls send
 * the others; a response breaks when it may have more, because code does not expect them.
 */
export function rateEffect(effect: Effect, directions: ReadonlySet<Direction>): Rating {
  if (effect !== 'widened' && directions.has('request')) return MAJOR('the service may refuse what calls send today');
  if (effect !== 'narrowed' && directions.has('response'))
    return MAJOR('a response may contain something that code does not expect');
  return MINOR(
    effect === 'widened' ? 'a call may send more' : effect === 'narrowed' ? 'a response guarantees more' : null,
  );
}

/** Rates the values that an enumeration gains or loses. Those of responses are open. */
export function rateValues(
  { lost, gained }: { readonly lost: boolean; readonly gained: boolean },
  directions: ReadonlySet<Direction>,
): Rating {
  if (lost && directions.has('request')) return MAJOR('the service refuses calls that send a lost value');
  if (gained && directions.has('response'))
    return MINOR('enumerations of responses are open: an unknown value compiles and is passed on');
  if (lost) return MINOR('responses no longer have a lost value: code that compares it still compiles');
  return MINOR('a call may send more');
}

/** How a limit changes the allowed values when it becomes larger. `none` is the limit of a schema without it. */
interface Bound {
  readonly larger: Effect;
  readonly none: number;
}

const lower = (none: number): Bound => ({ larger: 'narrowed', none });
const upper = (): Bound => ({ larger: 'widened', none: Infinity });

/** The keywords that are limits. */
export const BOUNDS: Readonly<Record<string, Bound>> = {
  minimum: lower(-Infinity),
  exclusiveMinimum: lower(-Infinity),
  maximum: upper(),
  exclusiveMaximum: upper(),
  minLength: lower(0),
  maxLength: upper(),
  minItems: lower(0),
  maxItems: upper(),
  minProperties: lower(0),
  maxProperties: upper(),
  minContains: lower(1),
  maxContains: upper(),
};

/** What the change of a limit does; undefined if it says the same. */
export function effectOfBound(keyword: string, before: unknown, after: unknown): Effect | undefined {
  const { larger, none } = BOUNDS[keyword] as Bound;
  const [old, now] = [before, after].map((value) => (typeof value === 'number' ? value : none)) as [number, number];
  if (old === now) return undefined;
  return now > old === (larger === 'narrowed') ? 'narrowed' : 'widened';
}

/** What happens to the allowed values when a keyword with a schema comes; when it goes, it is the opposite. */
export const CONDITIONS: Readonly<Record<string, { readonly added: Effect; readonly removed: Effect }>> =
  Object.fromEntries(
    // prettier-ignore
    [
      'not',
      'if',
      'then',
      'else',
      'contains',
      'propertyNames',
      'unevaluatedItems',
      'unevaluatedProperties',
      'contentSchema',
    ].map((keyword) => [keyword, { added: 'narrowed', removed: 'widened' }]),
  );

const ANY_TYPE = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Whether a list of types allows a type. An integer is a number. */
export const accepts = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

/** What another list of types does to the allowed values; undefined if it is the same. */
export function effectOfTypes(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Effect | undefined {
  const [old, now] = [before ?? ANY_TYPE, after ?? ANY_TYPE];
  const isWider = old.every((type) => accepts(now, type));
  const isNarrower = now.every((type) => accepts(old, type));
  if (isWider) return isNarrower ? undefined : 'widened';
  return isNarrower ? 'narrowed' : 'changed';
}

/** What another format does to the allowed values. */
export function effectOfFormat(before: string | undefined, after: string | undefined): Effect {
  if (before === undefined || (before === 'double' && after === 'float')) return 'narrowed';
  return after === undefined || (before === 'float' && after === 'double') ? 'widened' : 'changed';
}

/** What another regular expression does to the allowed texts; only one that matches everything is known to be wider. */
export function effectOfPattern(before: string | undefined, after: string | undefined): Effect {
  if (before === undefined) return 'narrowed';
  return after === undefined || /^\^?\.\*\$?$/.test(after) ? 'widened' : 'changed';
}

/** What another divisor does to the allowed numbers. */
export function effectOfMultiple(before: number | undefined, after: number | undefined): Effect {
  if (before === undefined) return 'narrowed';
  if (after === undefined || before % after === 0) return 'widened';
  return after % before === 0 ? 'narrowed' : 'changed';
}
