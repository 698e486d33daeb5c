import { fields } from '@syncline/openapi';
import type { Probe } from './probe.ts';

/** Whether a response is a list of records, in either envelope. */
export function isCollection({ status, problem, body }: Probe): boolean {
  if (status < 200 || status >= 300 || problem !== null) return false;
  return Array.isArray(body) || (isObject(body) && Array.isArray(body['value']));
}

/** The envelope of a collection: `array`, or the names of its keys. */
export function envelopeOf(body: unknown): string {
  if (Array.isArray(body)) return 'array';
  return isObject(body) ? `object with ${keysOf(body) || 'nothing'}` : typeof body;
}

const keysOf = (body: object): string =>
  Object.keys(body)
    .filter((key) => /^[\w.@#$ -]{1,80}$/.test(key))
    .sort()
    .slice(0, 20)
    .join(', ');

/** The records of a collection, in either envelope. */
export function recordsOf(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list: unknown = isObject(body) && !Array.isArray(body) ? body['value'] : body;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A field that is not in the description, with the JSON types that occurred, null last. Never a value. */
export interface UnknownField {
  readonly name: string;
  readonly types: readonly string[];
}

/** The fields that are not in the description. Annotations of OData are not fields. */
export function unknownFields(
  record: keyof typeof fields,
  records: readonly Readonly<Record<string, unknown>>[],
): readonly UnknownField[] {
  const known = new Set(Object.keys(fields[record]));
  const types = new Map<string, Set<string>>();
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      if (!known.has(name) && /^[\w.#$ -]{1,80}$/.test(name))
        types.set(name, (types.get(name) ?? new Set()).add(typeName(value)));
    }
  }
  return [...types]
    .map(([name, seen]) => ({
      name,
      types: [...seen].sort((a, b) => Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : 1)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, 200);
}

/**
 * The texts of the status field, with `#` instead of each number, so that free text becomes a short list of patterns.
 */
export function statusWords(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [
    ...new Set(
      records.flatMap(({ status }) =>
        typeof status === 'string'
          ? status
              .replaceAll(/\d+/g, '#')
              .replaceAll(/\p{C}+/gu, ' ')
              .slice(0, 80)
          : [],
      ),
    ),
  ].sort();
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
