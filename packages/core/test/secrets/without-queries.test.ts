import { expect, it } from 'vitest';
import { withoutQueries } from '../../src/internal.ts';

it.each([
  ['GET /history?$filter=canary failed', 'GET /history failed'],
  ['see "https://api.example/a/b?key=canary#x".', 'see "https://api.example/a/b".'],
  ['proxy http://user:canary@proxy.example:3128 refused', 'proxy http://proxy.example:3128 refused'],
  ['redis://:c@nary@cache.example/0', 'redis://cache.example/0'],
  ['jobs?key=canary', 'jobs'],
  ['Is it a date? No.', 'Is it a date? No.'],
  ['why?', 'why?'],
])('%s', (text, clean) => {
  expect(withoutQueries(text)).toBe(clean);
});

it.each(['/', '?', '://', '#=', '@'])('reads a text of 64 KiB of %j in a time that is linear', (mark) => {
  const text = mark.repeat(65_536);
  for (let count = 0; count < 10; count += 1) expect(withoutQueries(text).length).toBeLessThanOrEqual(text.length);
});
