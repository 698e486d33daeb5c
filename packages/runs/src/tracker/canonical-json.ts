/** Values nested deeper than this are left out, so that a malicious record cannot overflow the stack. */
const deepest = 100;

/** The names of the previous record, unsorted and sorted. The records of a service mostly have the same names. */
let lastNames: {
  readonly given: readonly string[];
  readonly sorted: readonly string[];
  readonly canBeCopied: boolean;
} = {
  given: [],
  sorted: [],
  canBeCopied: true,
};

/**
 * Prints a value as JSON that is the same for equal values: properties are sorted by name, and 64-bit integers are
 * printed as their digits.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === deepest) return '"nested too deeply"';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  const record = value as Readonly<Record<string, unknown>>;
  if (typeof record['toJSON'] === 'function') return JSON.stringify(value) ?? 'null';
  const names = sortNames(Object.keys(record));
  const flat = flatJson(record, names);
  if (flat !== undefined) return flat;
  let text = '';
  for (const name of names.sorted) {
    const member = record[name];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`;
  }
  return `{${text}}`;
}

function sortNames(given: readonly string[]): typeof lastNames {
  const last = lastNames.given;
  if (given.length === last.length && given.every((name, index) => name === last[index])) return lastNames;
  // In objects, names that are whole numbers always come first, and one name is that of the prototype.
  const canBeCopied = given.every((name) => !/^(?:\d+|__proto__)$/.test(name));
  lastNames = { given, sorted: [...given].sort(), canBeCopied };
  return lastNames;
}

/**
 * Prints a record without nested records. Platforms print a whole object in a third of the time of its members one by
 * one.
 *
 * @returns undefined if it has other members
 */
function flatJson(
  record: Readonly<Record<string, unknown>>,
  { sorted, canBeCopied }: typeof lastNames,
): string | undefined {
  if (!canBeCopied) return undefined;
  const copy: Record<string, unknown> = {};
  for (const name of sorted) {
    const member = record[name];
    const type = typeof member;
    if (type !== 'string' && type !== 'number' && type !== 'boolean' && member !== null && member !== undefined)
      return undefined;
    copy[name] = member;
  }
  return JSON.stringify(copy);
}
