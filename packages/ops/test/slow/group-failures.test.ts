import { expect, test } from 'vitest';
import { groupFailures } from '../../src/diagnose/group-failures.ts';
import { runOf } from '../support/failures.ts';

const causes = [
  {
    origin: 'network',
    type: 'timeout',
    contains: ['timeout', 'timed out', 'Zeitüberschreitung', 'délai*dépassé', 'タイムアウト'],
  },
  {
    origin: 'credential',
    type: 'login',
    contains: ['logon denied', 'login failed', 'bei der Anmeldung', 'inicio de sesión'],
  },
  { origin: 'source', type: 'schema', contains: ['column*does not exist', 'Ungültiger Spaltenname'] },
  { origin: 'destination', type: 'space', contains: ['no space left', 'nicht genügend Speicherplatz'] },
];

test('thousands of failures with long texts are grouped', () => {
  const trace = 'at frame (file.ts:1:1)\n'.repeat(100);
  const runs = Array.from({ length: 2_000 }, (_, n) => runOf(`r${n}`, { error: `Failed with ${n}\n${trace}` }));
  expect(groupFailures(runs, causes)).toHaveLength(1);
});
