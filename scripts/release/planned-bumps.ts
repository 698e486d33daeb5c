import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { highest, type Bump } from '../../packages/cli/src/diff/change.ts';

/** The version bump of each package in the changesets of a checkout. */
export function plannedBumps(root: string): ReadonlyMap<string, Bump> {
  const folder = join(root, '.changeset');
  const planned = new Map<string, Bump>();
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    if (!file.endsWith('.md') || file === 'README.md') continue;
    const [, front = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    for (const [, name = '', bump] of front.matchAll(/^['"]?(@?[\w/-]+)['"]?:\s*(patch|minor|major|none)\s*$/gm)) {
      planned.set(name, highest([planned.get(name) ?? 'none', bump as Bump]));
    }
  }
  return planned;
}
