/**
 * Tests the built site: links and anchors, Markdown copies, documented exports, and the pages in a browser. Builds the
 * site first if it is not built. Without Chromium, the browser tests are skipped and say so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../', import.meta.url));
if (!existsSync(new URL('../dist/index.html', import.meta.url))) {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
const files = globSync('test/*.test.ts', { cwd }).sort();
/** Asserts a score of Lighthouse that depends on times, so nothing may run beside it. */
const isTimed = (file: string) => file.endsWith('lighthouse-desktop.test.ts');
const isPassed = (tests: readonly string[], concurrency: number) =>
  spawnSync(
    process.execPath,
    [
      '--conditions=@syncline/source',
      '--test',
      '--test-reporter=spec',
      `--test-concurrency=${concurrency}`,
      // A call into a page that never ends would otherwise stop the whole run.
      '--test-timeout=900000',
      ...tests,
    ],
    { cwd, stdio: 'inherit' },
  ).status === 0;
const results = [
  isPassed(
    files.filter((file) => !isTimed(file)),
    availableParallelism(),
  ),
  isPassed(files.filter(isTimed), 1),
];
process.exit(results.every(Boolean) ? 0 : 1);
