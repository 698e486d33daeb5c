import type { Document } from '../generate/model.ts';

/** Where two documents first differ on each branch. Finds what a semantic comparison passes over: examples, extensions. */
export function differingPointers(before: Document, after: Document): readonly string[] {
  return walk(before, after, '');
}

function walk(before: unknown, after: unknown, pointer: string): readonly string[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [pointer];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    walk(before[key], after[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
