/** Deeper values are left out, so that a hostile record cannot overflow the stack. */
const deepest = 100;

/**
 * Writes a value as JSON that is the same for equal values: properties in the order of their names, whole numbers of 64
 * bits as their digits.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === deepest) return '"nested too deeply"';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  const record = value as Readonly<Record<string, unknown>>;
  if (typeof record['toJSON'] === 'function') return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const name of Object.keys(record).sort()) {
    const member = record[name];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`;
  }
  return `{${text}}`;
}
