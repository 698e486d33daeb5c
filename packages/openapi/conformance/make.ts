// Why: the vectors are published as JSON, for implementations in any language; they are written as tables that a person can review.
// `node packages/openapi/conformance/make.ts` writes the JSON beside this file; a test keeps the two together.
import { writeFileSync } from 'node:fs';
import { credentials } from './source/credentials.ts';
import { errors } from './source/errors.ts';
import { paths } from './source/paths.ts';
import { queries } from './source/queries.ts';
import { values } from './source/values.ts';
import type { Vector } from './source/vector.ts';

export const vectors: Readonly<Record<string, readonly Vector[]>> = { paths, queries, credentials, values, errors };

export function print(list: readonly Vector[]): string {
  return `[\n${list.map((vector) => `  ${JSON.stringify(vector)}`).join(',\n')}\n]\n`;
}

if (import.meta.main) {
  for (const [name, list] of Object.entries(vectors))
    writeFileSync(new URL(`${name}.json`, import.meta.url), print(list));
  console.log(`${Object.values(vectors).flat().length} vectors`);
}
