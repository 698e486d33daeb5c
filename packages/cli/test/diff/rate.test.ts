import { expect, test } from 'vitest';
import {
  effectOfBound,
  effectOfFormat,
  effectOfMultiple,
  effectOfPattern,
  effectOfTypes,
  rateEffect,
  rateValues,
} from '../../src/diff/rate.ts';
import type { Direction } from '../../src/diff/usage.ts';

const to = new Set<Direction>(['request']);
const from = new Set<Direction>(['response']);
const both = new Set<Direction>(['request', 'response']);
const refused = 'the service may refuse what calls send today';
const unexpected = 'a response may contain something that code does not expect';

test.each([
  ['narrowed', to, 'major', refused],
  ['narrowed', from, 'minor', 'a response guarantees more'],
  ['narrowed', both, 'major', refused],
  ['widened', to, 'minor', 'a call may send more'],
  ['widened', from, 'major', unexpected],
  ['widened', both, 'major', unexpected],
  ['changed', to, 'major', refused],
  ['changed', from, 'major', unexpected],
  ['changed', both, 'major', refused],
] as const)('%s in %s', (effect, directions, bump, why) =>
  expect(rateEffect(effect, directions)).toEqual({ bump, why }));

const lost = { lost: true, gained: false };
const gained = { lost: false, gained: true };
const open = 'enumerations of responses are open: an unknown value compiles and is passed on';

test.each([
  [lost, to, 'major', 'the service refuses calls that send a lost value'],
  [lost, from, 'minor', 'responses no longer have a lost value: code that compares it still compiles'],
  [lost, both, 'major', 'the service refuses calls that send a lost value'],
  [gained, to, 'minor', 'a call may send more'],
  [gained, from, 'minor', open],
  [gained, both, 'minor', open],
  [{ lost: true, gained: true }, from, 'minor', open],
] as const)('the values of an enumeration: %j in %s', (values, directions, bump, why) =>
  expect(rateValues(values, directions)).toEqual({ bump, why }));

test.each([
  ['maximum', 5, 9, 'widened'],
  ['maximum', 9, 5, 'narrowed'],
  ['maxLength', undefined, 5, 'narrowed'],
  ['maxItems', 5, undefined, 'widened'],
  ['minimum', 5, 9, 'narrowed'],
  ['minimum', undefined, -5, 'narrowed'],
  ['minLength', 5, undefined, 'widened'],
  ['minLength', undefined, 0, undefined],
  ['minContains', undefined, 1, undefined],
  ['minContains', undefined, 0, 'widened'],
])('%s from %s to %s', (keyword, before, after, effect) => expect(effectOfBound(keyword, before, after)).toBe(effect));

test.each([
  [['string'], ['string'], undefined],
  [['integer'], ['number'], 'widened'],
  [['number'], ['integer'], 'narrowed'],
  [['integer', 'number'], ['number'], undefined],
  [['string'], ['integer'], 'changed'],
  [['string', 'integer'], ['string', 'boolean'], 'changed'],
  [undefined, ['string'], 'narrowed'],
  [['string'], undefined, 'widened'],
])('types %j → %j', (before, after, effect) => expect(effectOfTypes(before, after)).toBe(effect));

test.each([
  [effectOfFormat, undefined, 'date', 'narrowed'],
  [effectOfFormat, 'date', undefined, 'widened'],
  [effectOfFormat, 'date', 'date-time', 'changed'],
  [effectOfFormat, 'float', 'double', 'widened'],
  [effectOfFormat, 'double', 'float', 'narrowed'],
  [effectOfPattern, undefined, '^a', 'narrowed'],
  [effectOfPattern, '^a', undefined, 'widened'],
  [effectOfPattern, '^a', '^.*$', 'widened'],
  [effectOfPattern, '^a', '^b', 'changed'],
  [effectOfMultiple, undefined, 2, 'narrowed'],
  [effectOfMultiple, 4, 2, 'widened'],
  [effectOfMultiple, 2, 4, 'narrowed'],
  [effectOfMultiple, 2, 3, 'changed'],
  [effectOfMultiple, 2, undefined, 'widened'],
] as const)('%o from %s to %s', (effectOf, before, after, effect) =>
  expect((effectOf as (one: unknown, other: unknown) => string)(before, after)).toBe(effect));
