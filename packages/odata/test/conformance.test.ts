import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const cases = fileURLToPath(new URL('../../../../shared/conformance/odata-abnf-cases.json', import.meta.url));
const script = fileURLToPath(new URL('../../../scripts/odata-conformance.ts', import.meta.url));
const absent = existsSync(cases) ? false : `the OASIS cases are not beside the checkout (${cases})`;
if (absent) console.log(`skipped: ${absent}`);

const run = (file: string) =>
  spawnSync(process.execPath, ['--conditions=@syncline/source', script, file], { encoding: 'utf8' });

test.skipIf(absent)('every case of the OASIS grammar has the expected result', { timeout: 120_000 }, () => {
  const { stdout, status } = run(cases);
  expect(stdout).toBe('390 passed, 0 failed\n');
  expect(status).toBe(0);
});

test.skipIf(absent)('the script fails for a case that does not, and names it', { timeout: 120_000 }, () => {
  const changed = readFileSync(cases, 'utf8').replace('"key": "Tablet/Slate"', '"key": "Tablet"');
  const folder = mkdtempSync(join(tmpdir(), 'odata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'cases.json');
  writeFileSync(file, changed);
  const { stdout, status } = run(file);
  expect(stdout).toContain('gave "Tablet/Slate", expected "Tablet"');
  expect(stdout).toContain('389 passed, 1 failed');
  expect(status).toBe(1);
});
