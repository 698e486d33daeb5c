import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));

test('the sources of the site, its examples of errors and its tests compile', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path('../../../node_modules/typescript/bin/tsc'), '-p', path('../tsconfig.json')],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
});
