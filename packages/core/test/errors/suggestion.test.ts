import { expect, test } from 'vitest';
import { suggestion } from '../../src/errors/index.ts';

test.each<[string, readonly string[], string]>([
  ['limt', ['limit', 'offset'], 'did you mean limit?'],
  ['LIMIT', ['limit', 'offset'], 'did you mean limit?'],
  ['limit', ['LIMIT'], 'did you mean LIMIT?'],
  // Of two that are as near, the first.
  ['orderb', ['order', 'orderBy'], 'did you mean order?'],
  ['orderb', ['orderBy', 'order'], 'did you mean orderBy?'],
  ['fiter', ['orderBy', 'pages', 'filter'], 'did you mean filter?'],
  // More than half of the letters differ.
  ['abc', ['abcdefgh'], 'use abcdefgh'],
  // As many letters differ as the name has.
  ['abcdef', ['abc'], 'use abc'],
  ['size', ['limit', 'offset'], 'use limit, offset'],
  ['size', [], 'use none'],
])('%s instead of %j: %s', (name, names, end) => {
  expect(suggestion(name, names)).toBe(end);
});
