import { ConfigError } from '@syncline/core/internal';
import type { ParameterStyle } from '@syncline/openapi';
import { writeJson } from './encode-body.ts';

/** The place of a parameter in a request. */
export type ParameterPlace = 'path' | 'query' | 'headers' | 'cookies';

/** How a style joins what it writes, as the operators of RFC 6570 do (OpenAPI 3.1.1, appendix C). */
interface Expansion {
  readonly first: string;
  /** Between values that are exploded */
  readonly separator: string;
  /** Between values that are not */
  readonly joint: string;
  readonly hasNames: boolean;
  /** What follows a name without a value */
  readonly empty: string;
}

const expansion = (first: string, separator: string, joint: string, empty?: string): Expansion => ({
  first,
  separator,
  joint,
  hasNames: empty !== undefined,
  empty: empty ?? '',
});

const expansions: Readonly<Record<string, Expansion>> = {
  simple: expansion('', ',', ','),
  label: expansion('.', '.', ','),
  matrix: expansion(';', ';', ',', ''),
  form: expansion('', '&', ',', '='),
  spaceDelimited: expansion('', '&', '%20', '='),
  // A URI cannot hold "|", nor the brackets of `deepObject` (RFC 3986, section 3.4), and strict servers refuse them.
  pipeDelimited: expansion('', '&', '%7C', '='),
  deepObject: expansion('', '&', ',', '='),
};

/** Members of a query that no server takes for a delimiter, and that `allowReserved` leaves as they are. */
const reserved = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g;

/**
 * Writes a parameter in the style that its document names; an empty text if it has no value.
 *
 * @param option - what an error names. @default the name
 * @throws {ConfigError} when the style cannot hold the value; `option` names the parameter
 */
export function writeParameter(
  location: ParameterPlace,
  name: string,
  value: unknown,
  { style, explode, allowReserved }: ParameterStyle,
  option = name,
): string {
  const encode = (text: string): string => {
    if (location === 'headers') return text;
    const encoded = percentEncode(option, text);
    return allowReserved ? encoded.replace(reserved, decodeURIComponent) : encoded;
  };
  const sent = location === 'query' ? nameInQuery(name) : encode(name);
  if (value === undefined || value === null) return '';
  if (style === 'json') {
    const text = writeJson(value, option);
    // A header holds no other letters (RFC 8259 allows the escapes).
    if (location === 'headers') return text.replace(/[\x7f-\uffff]/g, (letter) => escapeOf(letter));
    return location === 'path' ? encode(text) : `${sent}=${encode(text)}`;
  }
  const { first, separator, joint, hasNames, empty } = expansions[style] as Expansion;
  const scalar = (item: unknown, of = option): string => encode(scalarText(of, item));
  const named = (key: string, text: string): string => (text === '' ? `${key}${empty}` : `${key}=${text}`);
  const join = (pairs: readonly (readonly [key: string, text: string])[], isMap: boolean): string => {
    if (pairs.length === 0) return '';
    if (explode) {
      const parts = pairs.map(([key, text]) => (isMap || hasNames ? named(key, text) : text));
      return first + parts.join(separator);
    }
    const joined = pairs.flatMap(([key, text]) => (isMap ? [key, text] : [text])).join(joint);
    return first + (hasNames ? named(sent, joined) : joined);
  };
  if (Array.isArray(value))
    return join(
      value.filter((item) => item !== undefined && item !== null).map((item) => [sent, scalar(item)]),
      false,
    );
  if (typeof value !== 'object' || (value as Partial<Date>).toISOString) return join([[sent, scalar(value)]], false);
  const isDeep = style === 'deepObject';
  const pairs = Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const isList = isDeep && Array.isArray(member);
    const items: readonly unknown[] = isList ? (member as unknown[]) : [member];
    const inside = isDeep ? `[${key}]` : key;
    const part = (isDeep ? sent : '') + encode(inside);
    return items
      .filter((item) => item !== undefined && item !== null)
      .map((item): readonly [string, string] => [part, scalar(item, isDeep ? option + inside : option)]);
  });
  return isDeep ? pairs.map(([key, text]) => `${key}=${text}`).join('&') : join(pairs, true);
}

/** A name in a query: `$filter` stays as it is, and a character that would end the name or the query does not. */
function nameInQuery(name: string): string {
  return name.replaceAll(/[^\w.~!$'()*,;:@/?-]+/g, encodeURIComponent);
}

function percentEncode(name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new ConfigError(name, 'must be well-formed text, found half of a surrogate pair');
  }
}

/** The text of a single value. @throws {ConfigError} when it is none; `option` names it */
export function scalarText(name: string, value: unknown): string {
  const date = value as Partial<Date> | undefined;
  try {
    if (date?.toISOString) return date.toISOString();
  } catch {
    throw new ConfigError(name, 'must be a valid date');
  }
  if (typeof value === 'object' || typeof value === 'function')
    throw new ConfigError(name, 'must be a value, a list of values or an object of values');
  return String(value);
}

const escapeOf = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
