import type { NormalizedProblem } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { isImpossible } from '../../src/generate/lint.ts';

const problem = (ruleId: string, message = '', pointer?: string, suggest: string[] = []): NormalizedProblem =>
  ({ ruleId, message, suggest, location: pointer === undefined ? [] : [{ pointer }] }) as unknown as NormalizedProblem;
const misspelt = (pointer: string | undefined, suggest = ['summary']): NormalizedProblem =>
  problem('struct', 'Property `sumary` is not expected here.', pointer, suggest);

test.each<[string, NormalizedProblem, boolean]>([
  ['a reference to nothing', problem('no-unresolved-refs'), true],
  ['what cannot be bundled', problem('bundler'), true],
  ['an overlay that cannot be applied', problem('overlay'), true],
  ['a rule of style', problem('operation-summary', 'The field `name` must be present on this level.'), false],
  ['a missing name', problem('struct', 'The field `name` must be present on this level.'), true],
  ['a missing place', problem('struct', 'The field `in` must be present on this level.'), true],
  ['a missing version', problem('struct', 'The field `openapi` must be present on this level.'), true],
  ['a missing description', problem('struct', 'The field `description` must be present on this level.'), false],
  ['a missing field that begins so', problem('struct', 'The field `info` must be present on this level.'), false],
  ['a value of the wrong kind', problem('struct', 'Expected type `string` but got `integer`.', '#/info'), true],
  ['a keyword of no vocabulary, where none is near', misspelt('#/paths/~1a/get', []), false],
  ['a misspelt keyword nowhere', misspelt(undefined), false],
])('%s makes generation impossible: %s', (_what, given, isOne) => expect(isImpossible(given)).toBe(isOne));

test.each([
  'openapi',
  'info',
  'tags/0',
  'servers/0',
  'paths/~1a/get',
  'webhooks/a',
  ...['responses', 'parameters', 'requestBodies', 'securitySchemes', 'headers', 'pathItems'].map(
    (part) => `components/${part}/a`,
  ),
])('a misspelt keyword in %s is an error', (place) => expect(isImpossible(misspelt(`#/${place}`))).toBe(true));

test.each([
  'components/schemas/Pet',
  'paths/~1a/get/parameters/0/schema/properties/a',
  'components/responses/a/content/a~1b/schema/minimun',
  'informal',
  'components/responsesToo/a',
  'x-own/paths/a',
])('a keyword in %s may be of another vocabulary', (place) => expect(isImpossible(misspelt(`#/${place}`))).toBe(false));
