import { describe, expect, test } from 'vitest';
import { runVector } from './run-vector.ts';
import { VECTOR_FILES, readVectors } from './vectors.ts';

describe.each(VECTOR_FILES)('%s', (name) => {
  test.each(readVectors(name))('$title', async (vector) => {
    const { requests, outcome } = await runVector(vector);
    expect(requests).toEqual(vector.exchanges.map(({ request }) => request));
    if ('value' in vector.result) expect(outcome).toEqual({ value: vector.result.value });
    else expect(outcome).toMatchObject({ error: vector.result.error });
  });
});
