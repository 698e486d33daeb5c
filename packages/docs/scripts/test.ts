/**
 * Tests the built site: links and anchors, Markdown copies, documented exports, and the pages in a browser. Builds the
 * site first if it is not built. Without Chromium, the browser tests are skipped and say so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../', import.meta.url));
if (!existsSync(new URL('../dist/index.html', import.meta.url))) {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
/** Lighthouse measures times, so nothing runs beside these. */
const timed = ['test/lighthouse.test.ts', 'test/monitor.test.ts'];
const all = globSync('test/*.test.ts', { cwd }).sort();

function run(files: readonly string[], atOnce: number): boolean {
  const options = ['--conditions=@syncline/source', '--test', '--test-reporter=spec', `--test-concurrency=${atOnce}`];
  return spawnSync(process.execPath, [...options, ...files], { cwd, stdio: 'inherit' }).status === 0;
}

const passed = [
  run(
    all.filter((file) => !timed.includes(file)),
    2,
  ),
  run(timed, 1),
];
process.exit(passed.every(Boolean) ? 0 : 1);
