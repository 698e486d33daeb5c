import { isDeepStrictEqual } from 'node:util';
import type { Canonical } from './canonical.ts';
import { both, type Found, nameOf, type Site } from './found.ts';
import { accepts, MAJOR, rateEffect, type Rating } from './rate.ts';
import { typeText } from './topic.ts';

type AlternativesChange = Pick<Found, 'message' | 'before' | 'after'> & { readonly rating: Rating };

/** Compares the alternatives of two schemas. `pair` is the only one that differs, in both versions. */
export function compareAlternatives(
  site: Site,
  old: Canonical,
  now: Canonical,
): { readonly pair?: readonly [Canonical, Canonical]; readonly changes: readonly AlternativesChange[] } {
  const { directions } = site;
  const [was, is] = both([old, now], alternativesOf);
  const left = was.filter((part) => !is.some((candidate) => isDeepStrictEqual(part, candidate)));
  const come = is.filter((part) => !was.some((candidate) => isDeepStrictEqual(part, candidate)));
  const changes: AlternativesChange[] = [];
  // A value that fits several alternatives of a oneOf is not valid.
  const isRefused = now.isOneOf === true && come.length > 0 && overlaps(is);
  const isAllowed = old.isOneOf === true && left.length > 0 && overlaps(was);
  if ((isRefused && directions.has('request')) || (isAllowed && directions.has('response')))
    changes.push({
      rating: rateEffect('changed', directions),
      message: `alternatives of ${nameOf(site)}, some of which allow the same values, changed`,
      before: null,
      after: null,
    });
  const [lost, added] = [left[0], come[0]];
  if (lost !== undefined && added !== undefined && left.length === 1 && come.length === 1)
    return { pair: [lost, added], changes };
  const names = (parts: readonly Canonical[]): string => parts.map((part) => typeText(part) ?? 'unknown').join(' | ');
  const tell = (rating: Rating, verb: string, parts: readonly Canonical[]): void => {
    if (parts.length === 0) return;
    const message = `${nameOf(site)} ${verb} the alternative${parts.length > 1 ? 's' : ''} ${names(parts)}`;
    changes.push({ rating, message, before: names(was), after: names(is) });
  };
  tell(withLoss(rateEffect('narrowed', directions), true), 'lost', left);
  const isWrapped = old.choice === undefined && now.isOneOf === true && directions.has('request');
  tell(
    isWrapped
      ? MAJOR('the service refuses a value that fits several alternatives of a oneOf')
      : rateEffect('widened', directions),
    'gained',
    come,
  );
  return { changes };
}

/** Whether a schema consists of its alternatives. */
export const isOnlyChoice = (schema: Canonical): boolean =>
  schema.choice !== undefined &&
  Object.keys(schema).every((key) => /^(?:choice|isOneOf|nullable|discriminator|x-.*)$/.test(key));

/** The alternatives of a schema; a schema without any is its own. */
function alternativesOf(schema: Canonical): readonly Canonical[] {
  if (schema.choice !== undefined) return schema.choice;
  const { nullable: _nullable, discriminator: _discriminator, ...rest } = schema;
  return Object.keys(rest).length === 0 ? [] : [rest];
}

/** A response that loses an alternative breaks code that handles it. */
export function withLoss(rating: Rating, isLost: boolean): Rating {
  return isLost && rating.bump !== 'major' && rating.why === 'a response guarantees more'
    ? MAJOR('code that handles a lost alternative no longer compiles')
    : rating;
}

/**
 * Whether two alternatives may allow the same values, as far as their types and values show. Objects count as different:
 * services tell them apart by their fields.
 */
function overlaps(choice: readonly Canonical[]): boolean {
  const pairs = choice.flatMap((left, index) => choice.slice(index + 1).map((right) => [left, right] as const));
  return pairs.some(([left, right]) => {
    if (left.enum !== undefined && right.enum !== undefined)
      return left.enum.some((value) => right.enum?.some((each) => isDeepStrictEqual(each, value)));
    const [types, others] = [typesOf(left), typesOf(right)];
    return (
      types.some((type) => type !== 'object' && accepts(others, type)) ||
      others.some((type) => type !== 'object' && accepts(types, type))
    );
  });
}

/** The types that a schema allows, as far as it shows them without a reference. */
function typesOf({ $ref, allOf, type, choice, nullable }: Canonical): readonly string[] {
  if ($ref !== undefined || allOf !== undefined) return [];
  const types =
    type ?? (choice === undefined ? ['boolean', 'number', 'string', 'array', 'null'] : choice.flatMap(typesOf));
  return nullable === true ? [...types, 'null'] : types;
}
