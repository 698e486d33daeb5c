import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const bench = fileURLToPath(new URL('../../src/bench.ts', import.meta.url));

/** The suites that call our own modules with values that a transport or a store would make, and end within seconds. */
const suites = ['decode', 'filter', 'jobs', 'mcp', 'report', 'run-stores', 'secrets', 'types'];

test('each suite runs to its end', async () => {
  const flags = ['--conditions=@syncline/source', '--expose-gc'];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    bench,
    ...suites,
    '--quick',
    '--rounds',
    '1',
  ]);
  for (const suite of suites) expect(stdout).toMatch(new RegExp(`^${suite} took \\d+ s\\.$`, 'm'));
});
