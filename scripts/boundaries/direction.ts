import { posix } from 'node:path';
import type { Problem } from './problem.ts';
import type { SourceFile } from './source-file.ts';

interface Edge {
  readonly file: string;
  readonly specifier: string;
}

/**
 * * Folders of a package that import each other. Two folders are compared where their paths part: an import from
 * `src/a/x/` to `src/b/` is one from `src/a` to `src/b`, and a file directly in `src` belongs to the folder `src`
 * itself. Type imports count. A file that only re-exports is an entry: it may import everything.
 */
export function findTwoWayFolders(name: string, files: readonly SourceFile[]): Problem[] {
  const edges = new Map<string, Edge>();
  for (const { path, imports, onlyReexports } of files) {
    if (onlyReexports) continue;
    for (const { specifier, target } of imports) {
      const pair = target === undefined ? undefined : foldersOf(path, target);
      if (pair !== undefined) edges.set(pair.join(' '), edges.get(pair.join(' ')) ?? { file: path, specifier });
    }
  }
  return [...edges].flatMap(([key, there]) => {
    const [from = '', to = ''] = key.split(' ');
    const back = edges.get(`${to} ${from}`);
    if (back === undefined || from > to) return [];
    return {
      place: `packages/${name}/${there.file}`,
      imports: `imports '${there.specifier}', and packages/${name}/${back.file} imports '${back.specifier}':`,
      reason: `the folders ${from} and ${to} import each other`,
      action: 'Move what both need into one of them, or into a folder that both may import',
    };
  });
}

/** The folders at which the paths of two files part; undefined when they are in the same folder. */
function foldersOf(from: string, to: string): [from: string, to: string] | undefined {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  if (common === a.length && common === b.length) return undefined;
  return [a.slice(0, common + 1).join('/'), b.slice(0, common + 1).join('/')];
}

/**
 * Circles of imports between the files of a package, type imports included: one for each import that closes a circle.
 */
export function findCircles(name: string, files: readonly SourceFile[]): Problem[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const problems: Problem[] = [];

  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      const circle = trail.slice(start);
      const last = byPath.get(circle.at(-1) ?? '');
      problems.push({
        place: `packages/${name}/${circle.at(-1)}`,
        imports: `imports '${last?.imports.find(({ target }) => target === path)?.specifier}',`,
        reason: `which closes a circle: ${[...circle, path].join(' → ')}`,
        action: 'Move what the files share into a file that none of them is imported by',
      });
      return;
    }
    const file = byPath.get(path);
    if (file === undefined || done.has(path)) return;
    for (const { target } of file.imports) if (target !== undefined) visit(target, [...trail, path]);
    done.add(path);
  };

  for (const { path } of files) visit(path, []);
  return problems;
}
