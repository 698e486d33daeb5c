// Runs every vector with the package in the given folder in place of `@syncline/openapi`, and prints how many passed.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const replacement = pathToFileURL(join(process.argv[2] ?? '', 'index.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@syncline/openapi' ? { url: replacement, shortCircuit: true } : next(specifier, context),
});

const { runVector } = await import('./run-vector.ts');
const { VECTOR_FILES, readVectors } = await import('./vectors.ts');

const vectors = VECTOR_FILES.flatMap(readVectors);
for (const vector of vectors) {
  const { requests, outcome } = await runVector(vector);
  assert.deepEqual(
    requests,
    vector.exchanges.map(({ request }) => request),
    vector.title,
  );
  if ('value' in vector.result) assert.deepEqual(outcome, { value: vector.result.value }, vector.title);
  else
    assert.partialDeepStrictEqual(
      'error' in outcome ? { ...(outcome.error as object) } : outcome,
      vector.result.error,
      vector.title,
    );
}
console.log(JSON.stringify({ passed: vectors.length }));
