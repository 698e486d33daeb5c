import { ConfigError } from '@syncline/core/errors';
import { describeType } from './describe-type.ts';

/** Words that are a value or an operator in places where a property is allowed, in upper or lower case. */
const reserved = /^(?:true|false|null|not|inf|nan)$/i;
/** An odataIdentifier; `#` is also allowed after the first character, because of the field `Label#`. */
export const identifier = String.raw`[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}#]*`;
const maxNameLength = 128;
const rule = 'write a letter or _, then letters, digits, _ and #';

/** Whether an identifier can name a property: it has at most 128 characters and is not a reserved word. */
export function isNameAllowed(name: string): boolean {
  return name.length <= maxNameLength && (name.length > 5 || !reserved.test(name));
}

/** Whether `name` can name a property: it is an identifier that is allowed. */
export function isPropertyName(name: string): boolean {
  // Almost all names are ASCII. V8 takes 0.6 ms to look up the characters of the other pattern.
  return (/^[a-z_][\w#]*$/i.test(name) || new RegExp(`^${identifier}$`, 'u').test(name)) && isNameAllowed(name);
}

/** @throws {ConfigError} that names the option, unless `name` can name a property */
export function requirePropertyName(option: string, name: unknown): asserts name is string {
  if (typeof name !== 'string' || !isPropertyName(name))
    throw new ConfigError(option, `must be a property name, found ${shown(name)}; ${rule}`);
}

function shown(name: unknown): string {
  if (typeof name === 'string') return JSON.stringify(name.slice(0, 150));
  return typeof name === 'number' ? String(name) : describeType(name);
}

/** Like {@link requirePropertyName}; also refuses a name that is already in `seen`, and adds it to `seen`. */
export function requireNewPropertyName(option: string, name: unknown, seen: Set<string>): asserts name is string {
  requirePropertyName(option, name);
  if (seen.has(name)) throw new ConfigError(option, `must name each property once, found ${name} again; remove one`);
  seen.add(name);
}
