import { expect, test } from 'vitest';
import { nearestName, suggestion } from '../../src/errors/index.ts';

test.each<[string, readonly string[], string]>([
  ['limt', ['limit', 'offset'], 'did you mean limit?'],
  ['LIMIT', ['limit', 'offset'], 'did you mean limit?'],
  ['limit', ['LIMIT'], 'did you mean LIMIT?'],
  // If two names are equally near, the first one is suggested.
  ['orderb', ['order', 'orderBy'], 'did you mean order?'],
  ['orderb', ['orderBy', 'order'], 'did you mean orderBy?'],
  ['fiter', ['orderBy', 'pages', 'filter'], 'did you mean filter?'],
  // More than half of the letters differ.
  ['abc', ['abcdefgh'], 'use abcdefgh'],
  // The number of differing letters equals the length of the known name.
  ['abcdef', ['abc'], 'use abc'],
  ['size', ['limit', 'offset'], 'use limit, offset'],
  ['size', [], 'use none'],
])('%s instead of %j: %s', (name, names, end) => {
  expect(suggestion(name, names)).toBe(end);
  expect(nearestName(name, names)).toBe(/^did you mean (.*)\?$/.exec(end)?.[1]);
});
