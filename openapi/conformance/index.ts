// The vectors are published as JSON, for implementations in any language. They are written as tables that a person can
// review.
import { credentials } from './credentials.ts';
import { errors } from './errors.ts';
import { paths } from './paths.ts';
import { queries } from './queries.ts';
import { values } from './values.ts';
import type { Vector } from './vector.ts';

export const vectors: Readonly<Record<string, readonly Vector[]>> = { paths, queries, credentials, values, errors };

/** The JSON of each list of vectors, by its name in the folder of the vectors: one vector per line. */
export function vectorFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(vectors).map(([name, list]) => [
      `${name}.json`,
      `[\n${list.map((vector) => `  ${JSON.stringify(vector)}`).join(',\n')}\n]\n`,
    ]),
  );
}
