import { ConfigError } from '@syncline/core/internal';

/**
 * Refuses an argument without the lists that the result of another function has.
 *
 * @param name - the argument, for the message
 * @param origin - the function that returns such a value
 * @throws {ConfigError} when the value is not an object, or a list is missing or contains a value that is not an object
 */
export function checkLists<Value extends object>(
  name: string,
  value: Value,
  lists: readonly (keyof Value & string)[],
  origin: string,
): void {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const isGood = (list: unknown): boolean =>
    Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null);
  if (!lists.every((list) => isGood(given[list]))) throw new ConfigError(name, `must be what ${origin} returns`);
}
