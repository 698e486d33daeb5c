import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PUBLISHED, ROOT } from './packages.ts';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.turbo', 'test', 'reports']);

/**
 * Copies the workspace without build results to a temporary folder, and links the installed libraries. Building,
 * versioning or publishing there does not change the checkout, and no file of an earlier build gets into a tarball. The
 * sources can come from another folder, such as an earlier release.
 */
export function stageWorkspace(root = ROOT): string {
  const stage = mkdtempSync(join(tmpdir(), 'syncline-stage-'));
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'turbo.json',
    'LICENSE',
    '.changeset',
    'scripts/release/changelog-lines.ts',
    '.npmrc',
    'scripts/build',
    'scripts/build-package.ts',
  ]) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(stage, name), { recursive: true });
  }
  for (const name of packagesIn(root)) {
    const from = join(root, 'packages', name);
    const to = join(stage, 'packages', name);
    cpSync(from, to, { recursive: true, filter: (path) => path === from || !SKIPPED.has(basename(path)) });
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) linkAll(own, join(to, 'node_modules'));
  }
  linkAll(join(ROOT, 'node_modules'), join(stage, 'node_modules'));
  mkdirSync(join(stage, 'node_modules/@syncline'));
  for (const name of packagesIn(root))
    symlinkSync(join(stage, 'packages', name), join(stage, 'node_modules/@syncline', name));
  return stage;
}

/**
 * Builds every package of a stage with turbo. The stages share the checkout's cache, so a package is built only when its
 * sources, its manifest or a package that it imports have changed.
 *
 * @throws {Error} with the output of the build, when one fails
 */
export function buildStage(stage: string): void {
  const turbo = join(stage, 'node_modules/turbo/bin/turbo');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [turbo, 'run', 'build', '--output-logs=errors-only', `--cache-dir=${join(ROOT, '.turbo/cache')}`],
    { cwd: stage, encoding: 'utf8', env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } },
  );
  if (status !== 0)
    throw new Error(`The packages do not build:\n${stdout}${stderr}Fix the errors above, then run the command again.`);
}

/** The published packages in a workspace. An earlier release may not have all of them. */
function packagesIn(root: string): readonly string[] {
  return PUBLISHED.filter((name) => existsSync(join(root, 'packages', name, 'package.json')));
}

/** Links packages and their programs, but not the caches or npm's record of the install, which it would change. */
function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@syncline' && (name === '.bin' || !name.startsWith('.')))
      symlinkSync(join(from, name), join(to, name));
  }
}
