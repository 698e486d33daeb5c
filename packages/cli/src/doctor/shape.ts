import { fields } from '@syncline/openapi';

/** The envelope of a collection: `array`, or the names of its keys. */
export function envelopeOf(body: unknown): string {
  if (Array.isArray(body)) return 'array';
  return isObject(body) ? `object with ${Object.keys(body).sort().join(', ') || 'nothing'}` : typeof body;
}

/** The records of a collection, in either of its two envelopes. */
export function recordsOf(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list: unknown = isObject(body) && !Array.isArray(body) ? body['value'] : body;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The fields that the description does not have, with the JSON types that were seen: `rows number`. Never a value. */
export function unknownFields(
  record: keyof typeof fields,
  records: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  const known = new Set(Object.keys(fields[record]));
  const types = new Map<string, Set<string>>();
  for (const one of records) {
    for (const [name, value] of Object.entries(one)) {
      if (!known.has(name)) types.set(name, (types.get(name) ?? new Set()).add(typeName(value)));
    }
  }
  return [...types].map(([name, seen]) => `${name} ${[...seen].sort().join('|')}`).sort();
}

/** The texts of the status field, with `#` for each number, so that free text becomes a short list of shapes. */
export function statusWords(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [
    ...new Set(
      records.flatMap(({ status }) => (typeof status === 'string' ? status.replaceAll(/\d+/g, '#').slice(0, 80) : [])),
    ),
  ].sort();
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
