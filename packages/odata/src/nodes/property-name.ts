import { ConfigError } from '../errors/config-error.ts';

/** Words that stand for a value or an operator where a property could stand, in any letters. */
const reserved = /^(?:true|false|null|not|inf|nan)$/i;
/** An odataIdentifier, and `#` after its first character, for `Label#`. */
export const identifier = String.raw`[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}#]*`;
const wholeIdentifier = /* @__PURE__ */ new RegExp(`^${identifier}$`, 'u');
const maxNameLength = 128;

/** Whether an identifier can stand for a property: it has at most 128 characters and is no reserved word. */
export function isNameAllowed(name: string): boolean {
  return name.length <= maxNameLength && (name.length > 5 || !reserved.test(name));
}

/** Whether `name` can stand for a property: an identifier, and allowed. */
export function isPropertyName(name: string): boolean {
  return wholeIdentifier.test(name) && isNameAllowed(name);
}

/** @throws ConfigError naming the option, unless `name` can stand for a property */
export function requirePropertyName(option: string, name: unknown): asserts name is string {
  if (typeof name !== 'string' || !isPropertyName(name))
    throw new ConfigError(option, `expected a property name, found ${JSON.stringify(name) ?? String(name)}`);
}
