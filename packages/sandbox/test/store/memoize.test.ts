import { expect, it } from 'vitest';
import { memoize } from '../../src/store/database.ts';

it('calls the function once per text, drops the oldest result, and keeps no error', () => {
  const asked: string[] = [];
  const length = memoize((text) => {
    asked.push(text);
    if (text === '') throw new Error('empty');
    return text.length;
  }, 2);
  expect(['a', 'bb', 'a', 'bb'].map(length)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(['a', 'bb']);
  expect(['ccc', 'bb', 'a'].map(length)).toEqual([3, 2, 1]);
  expect(asked).toEqual(['a', 'bb', 'ccc', 'a']);
  for (let time = 0; time < 2; time++) expect(() => length('')).toThrow('empty');
  expect(asked.slice(4)).toEqual(['', '']);
});

it('calls again for a result that was undefined, and drops nothing for it', () => {
  const found = new Map([['kept', 0]]);
  const asked: string[] = [];
  const find = memoize((text) => {
    asked.push(text);
    return found.get(text);
  }, 2);
  expect(['kept', 'a', 'b', 'a', 'kept'].map(find)).toEqual([0, undefined, undefined, undefined, 0]);
  found.set('a', 1);
  expect([find('a'), find('a')]).toEqual([1, 1]);
  expect(asked).toEqual(['kept', 'a', 'b', 'a', 'a']);
});
