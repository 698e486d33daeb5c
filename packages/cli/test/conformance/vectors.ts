import { readFileSync } from 'node:fs';
import type { Vector } from '../../../../openapi/conformance/vector.ts';

export const VECTOR_FILES = ['paths', 'queries', 'credentials', 'values', 'errors'] as const;

/** Reads the published vectors. */
export function readVectors(name: string): readonly Vector[] {
  return JSON.parse(
    readFileSync(new URL(`../../../openapi/conformance/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly Vector[];
}
