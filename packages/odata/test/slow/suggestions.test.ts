import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isODataSyntaxError, parseFilter } from '../../src/index.ts';

test('a suggestion parses, whatever was refused', () => {
  const parts = ['a', 'b', '1', "'x'", "'", '"', 'eq', 'EQ', '==', '!=', '&&', 'and', 'or', 'not', '!', '(', ')', ','];
  const words = [...parts, 'in', 'is', 'null', 'contains', 'contains(', '+', ' ', '%20', '2024-01-31', '\\', '[', ']'];
  let suggested = 0;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 12 }),
      fc.constantFrom(' ', '', '+'),
      (list, joint) => {
        const text = list.join(joint);
        try {
          parseFilter(text);
        } catch (error) {
          if (!isODataSyntaxError(error)) throw error;
          if (error.suggestion === undefined) return;
          suggested++;
          parseFilter(error.suggestion);
        }
      },
    ),
    { numRuns: 20_000, seed: 7 },
  );
  expect(suggested).toBeGreaterThan(1000);
});
