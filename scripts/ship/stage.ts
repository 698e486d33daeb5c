import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PUBLISHED, ROOT } from './packages.ts';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.turbo', 'test', 'reports']);

/**
 * A copy of the workspace without anything built, in a temporary folder, over the libraries that are installed here. What is built,
 * versioned or published there leaves the checkout as it is, and no file of an earlier build gets into a tarball.
 * The sources may be those of another folder, such as an earlier release.
 */
export function stageWorkspace(root = ROOT): string {
  const stage = mkdtempSync(join(tmpdir(), 'syncline-stage-'));
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'LICENSE',
    '.changeset',
    '.npmrc',
    'scripts/build',
    'scripts/build-package.ts',
  ]) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(stage, name), { recursive: true });
  }
  for (const name of PUBLISHED) {
    const from = join(root, 'packages', name);
    const to = join(stage, 'packages', name);
    cpSync(from, to, { recursive: true, filter: (path) => path === from || !SKIPPED.has(basename(path)) });
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) linkAll(own, join(to, 'node_modules'));
  }
  linkAll(join(ROOT, 'node_modules'), join(stage, 'node_modules'));
  mkdirSync(join(stage, 'node_modules/@syncline'));
  for (const name of PUBLISHED) symlinkSync(join(stage, 'packages', name), join(stage, 'node_modules/@syncline', name));
  return stage;
}

/** Builds every package of a stage by its own script. @throws with the build's words when one does not build. */
export function buildStage(stage: string): void {
  for (const name of PUBLISHED) {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
      cwd: join(stage, 'packages', name),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`packages/${name} does not build:\n${stdout}${stderr}Fix it, then repeat.`);
  }
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@syncline' && name !== '.cache' && name !== '.vite') symlinkSync(join(from, name), join(to, name));
  }
}
