import { expect, it } from 'vitest';
import type { Collection } from '../../src/store/collection.ts';
import { unknownProperty } from '../../src/store/query-error.ts';

const collection = (names: readonly string[]): Collection => ({ names: () => names }) as Collection;

it.each([
  ['DETAILS', 'details'],
  ['detail', 'details'],
  ['detials', 'details'],
  ['xetails', 'details'],
  ['stat', 'status'],
  ['other', undefined],
])('for the missing property %s, %s is suggested', (name, near) => {
  const { message } = unknownProperty(name, collection(['status', 'details']));
  const question = near === undefined ? '' : ` Did you mean '${near}'?`;
  expect(message).toBe(`There is no property '${name}' here.${question} Known: status, details.`);
});

it.each([12, 13])('names at most 12 of %i properties', (count) => {
  const names = Array.from({ length: count }, (_, index) => `long${index}`);
  const { message } = unknownProperty('other', collection(names));
  expect(message).toContain(`Known: ${names.slice(0, 12).join(', ')}${count > 12 ? ', …' : ''}.`);
});
