import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { Declarations, Meaning } from './declarations.ts';
import type { Entry } from './report.ts';

/** A file that may use an exported name. */
export interface UserFile {
  readonly path: string;
  readonly text: string;
}

/** The files that count as users of what packages export: pages, READMEs, and code of every package. */
export function readUserFiles(root: string): readonly UserFile[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--', '*.md', '*.mdx', '*.ts', '*.tsx', '*.json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  const isUser = (path: string): boolean => !/\/(?:api|decisions)\/|CHANGELOG\.md$|^\.changeset\//.test(path);
  return listed.stdout
    .split('\0')
    .filter((path) => path !== '' && isUser(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const word = /[A-Za-z_$][\w$]*/g;

/**
 * The names of entries that nobody uses: no page or README, no code of another package, and no declaration of a name that
 * is used.
 */
export function unusedNames(
  name: string,
  entries: readonly Entry[],
  declarations: Declarations,
  files: readonly UserFile[],
): readonly string[] {
  const own = `packages/${name}/`;
  const used = new Set(
    files
      .filter(({ path, text }) => /\.mdx?$/.test(path) || (!path.startsWith(own) && text.includes(`@syncline/${name}`)))
      .flatMap(({ text }) => text.match(word) ?? []),
  );
  const surfaces = entries.map(({ specifier, path }) => ({ specifier, names: declarations.exportsOf(path) }));
  const rest: Meaning[] = surfaces.flatMap(({ names }) =>
    [...names].flatMap(([exported, meaning]) => (used.has(exported) ? [meaning] : [])),
  );
  const reached = new Set(rest.map(({ id }) => id));
  for (let meaning = rest.pop(); meaning !== undefined; meaning = rest.pop())
    for (const each of meaning.kind === 'declared' ? meaning.references() : []) {
      if (reached.has(each.id)) continue;
      reached.add(each.id);
      rest.push(each);
    }
  return surfaces.flatMap(({ specifier, names }) =>
    [...names].flatMap(([exported, { id }]) =>
      used.has(exported) || reached.has(id) ? [] : [`${exported} of ${specifier}`],
    ),
  );
}
