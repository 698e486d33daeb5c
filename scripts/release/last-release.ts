import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * The newest release tag that the checkout is based on, or undefined. Changesets tags each package:
 * `@syncline/client@1.2.0`.
 */
export function lastReleaseTag(root: string): string | undefined {
  try {
    return git(root, 'describe', '--tags', '--abbrev=0', '--match', '@syncline/*@*');
  } catch {
    return undefined;
  }
}

/** Writes the files of a commit to a temporary folder. */
export function checkOut(root: string, tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-release-'));
  const archive = execFileSync('git', ['archive', '--format=tar', tag], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}
