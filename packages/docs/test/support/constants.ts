import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);
const factor = String.raw`[\d_]*\.?\d[\d_]*(?:e\d+)?|[A-Za-z_]\w*`;
const product = String.raw`(?:${factor})(?:\s*\*\*?\s*(?:${factor}))*`;
const durations: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };

/** The value of a product of numbers and named constants, or undefined if one of them is unknown. */
function valueOf(text: string, names: ReadonlyMap<string, number>): number | undefined {
  const parts = text.split(/\s*(\*\*?)\s*/);
  const operand = (part: string) => (/^[A-Za-z_]/.test(part) ? names.get(part) : Number(part.replaceAll('_', '')));
  let value = operand(parts[0]!);
  for (let at = 1; at < parts.length && value !== undefined; at += 2) {
    const next = operand(parts[at + 1]!);
    value = next === undefined ? undefined : parts[at] === '**' ? value ** next : value * next;
  }
  return value;
}

/**
 * Every number in the code of the packages, except in comments: literals, products of literals and named constants
 * (`7 * day`), and durations as text (`'30s'`, in milliseconds).
 */
export function constantsOfCode(): ReadonlySet<number> {
  const found = new Set<number>();
  for (const file of globSync('packages/*/src/**/*.ts', { cwd: fileURLToPath(root) })) {
    const code = readFileSync(new URL(file, root), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
    const names = new Map<string, number>();
    for (const [, name = '', text = ''] of code.matchAll(new RegExp(`const (\\w+) = (${product});`, 'g'))) {
      const value = valueOf(text, names);
      if (value !== undefined) names.set(name, value);
    }
    for (const [text] of code.matchAll(new RegExp(`(?<![\\w.])${product}`, 'g'))) {
      const value = valueOf(text, names);
      if (value !== undefined) found.add(value);
    }
    for (const [, count = '', unit = ''] of code.matchAll(/'(\d+)([smhd])'/g))
      found.add(Number(count) * durations[unit]!);
  }
  return found;
}
