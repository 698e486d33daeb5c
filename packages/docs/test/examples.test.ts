import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('every example compiles, and prints what its page shows', () => {
  const script = fileURLToPath(new URL('../../../scripts/snippets.ts', import.meta.url));
  // Otherwise, an example that runs tests would report them as part of this test run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=@syncline/source', script], {
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 0, `${stderr}${stdout}`);
});
