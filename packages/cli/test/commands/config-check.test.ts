import { expect, test } from 'vitest';
import { printProblem } from '../../src/commands/config-check.ts';

test('on a terminal, a problem is below its place, wrapped between words', () => {
  const problem = {
    severity: 'error',
    line: 3,
    column: 75,
    place: 'environments.production.odata.credential.basic.username',
    message: 'needs the environment variable U, which is not set here',
  } as const;
  expect(printProblem('f', problem, { width: 60, colored: false, now: 0 }).split('\n')).toEqual([
    'f:3:75: error',
    '    environments.production.odata.credential.basic.username',
    '    needs the environment variable U, which is not set here',
  ]);
  expect(printProblem('f', problem, { width: undefined, colored: false, now: 0 })).toBe(
    'f:3:75: error: environments.production.odata.credential.basic.username needs the environment variable U, which is not set here',
  );
});
