/**
 * The members of a record that differ from those of its next version, as JSON. Members that are only in the next version
 * are left out.
 */
export function differingMembers(before: string, after: string): string {
  if (before === after) return '{}';
  // A number beyond those of JavaScript would be rounded, so such a record is kept as it is.
  if (/\d{16}/.test(before)) return before;
  try {
    const [old, fresh] = [JSON.parse(before), JSON.parse(after)] as Record<string, unknown>[];
    const isList = Array.isArray(old) || Array.isArray(fresh);
    if (isList || typeof old !== 'object' || old === null || typeof fresh !== 'object' || fresh === null) return before;
    const differing: [string, unknown][] = [];
    for (const name of Object.keys(old)) {
      const [value, next] = [old[name], Object.hasOwn(fresh, name) ? fresh[name] : undefined];
      const isSame = value === next || (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(next));
      if (!isSame) differing.push([name, value]);
    }
    return JSON.stringify(Object.fromEntries(differing));
  } catch {
    return before;
  }
}
