import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUrlSplitter } from '../../src/node/create-node-transport.ts';

const byPlatform = (url: string) => {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
};

it.each([
  '/',
  '/jobs(%27a%27)',
  "/jobs('a')",
  "/history?$filter=a eq 'b'&$select=a,b",
  '/a/../b',
  '/a/%2E%2e/b',
  '/.hidden',
  '/a//b',
  '/a#b',
  '/a?b#c',
  '?x=1',
  '',
  '/ä',
  '/a\\b',
  '/?a=%C3%A4',
])('splits %j as the URL parser does', (rest) => {
  const split = createUrlSplitter();
  split('http://sync.test/');
  expect(split(`http://sync.test${rest}`)).toEqual(byPlatform(`http://sync.test${rest}`));
});

it('splits any address as the URL parser does', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abZ09-._~!$&\'()*+,;=:@/?%2eE#[]<>"^`{|}\\ ä\t') });
  fc.assert(
    fc.property(
      fc.constantFrom('http://sync.test', 'https://SYNC.test:443', 'http://sync.test:8080'),
      fc.array(text),
      (origin, rests) => {
        const split = createUrlSplitter();
        for (const rest of ['', ...rests]) expect(split(`${origin}/${rest}`)).toEqual(byPlatform(`${origin}/${rest}`));
      },
    ),
    { numRuns: 1000 },
  );
});

it.each([
  'http://user:secret@sync.test/',
  'http://sync.test:secret/',
  'ftp://sync.test/secret',
  '/secret',
  'data:secret',
])('refuses %s without naming it', (url) => {
  expect(() => createUrlSplitter()(url)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('secret') }),
  );
});

it.each([
  [undefined],
  [new URL('http://sync.test/secret')],
  [new Request('http://sync.test/secret')],
])('says that %s is not a text', (url) => {
  expect(() => createUrlSplitter()(url as never)).toThrow('the address must be a text, such as the href of a URL');
});
