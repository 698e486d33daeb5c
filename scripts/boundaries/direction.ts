import { posix } from 'node:path';
import type { Problem } from './problem.ts';
import type { SourceFile } from './source-file.ts';

/** An import that makes one folder depend on another. */
interface Reason {
  readonly file: string;
  readonly specifier: string;
}

/** Every folder with the folders that it imports. */
type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, Reason>>;

/**
 * Folders of a package that import each other, directly or, if no two do, in a circle. Two folders are compared at the
 * point where their paths differ: an import from `src/a/x/` to `src/b/` is one from `src/a` to `src/b`, and a file
 * directly in `src` belongs to the folder `src` itself. Type imports count. A file that only re-exports is an entry: it
 * may import everything.
 */
export function findFolderCircles(name: string, files: readonly SourceFile[]): Problem[] {
  const graph = folderGraph(files);
  const folders = [...graph.keys()].sort();
  const pairs = folders.flatMap((from) =>
    [...(graph.get(from)?.keys() ?? [])].filter((to) => from < to && graph.get(to)?.has(from)).map((to) => [from, to]),
  );
  const circles = pairs.length > 0 ? pairs : circlesOf(folders, (folder) => [...(graph.get(folder)?.keys() ?? [])]);
  return circles.map((circle) => {
    const imports = circle.map((from, index) => {
      const to = circle[(index + 1) % circle.length] ?? '';
      const { file = '', specifier = '' } = graph.get(from)?.get(to) ?? {};
      return { place: `packages/${name}/${file}`, text: `imports '${specifier}'` };
    });
    const [first, ...others] = imports;
    return {
      place: first?.place ?? '',
      imports: `${[first?.text, ...others.map(({ place, text }) => `${place} ${text}`)].join(', and ')}:`,
      reason:
        circle.length === 2
          ? `the folders ${circle.join(' and ')} import each other`
          : `the folders ${[...circle, circle[0]].join(' → ')} import each other in a circle`,
      action: 'Move what they share into one of them, or into a folder that all of them may import',
    };
  });
}

function folderGraph(files: readonly SourceFile[]): FolderGraph {
  const graph = new Map<string, Map<string, Reason>>();
  for (const { path, imports, onlyReexports } of files) {
    if (onlyReexports) continue;
    for (const { specifier, target } of imports) {
      const [from, to] = target === undefined ? [] : foldersOf(path, target);
      if (from === undefined || to === undefined) continue;
      const reasons = graph.get(from) ?? new Map<string, Reason>();
      if (!reasons.has(to)) reasons.set(to, { file: path, specifier });
      graph.set(from, reasons);
    }
  }
  return graph;
}

/** The folders at which the paths of two files differ; empty if they are in the same folder. */
function foldersOf(from: string, to: string): readonly string[] {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  if (common === a.length && common === b.length) return [];
  return [a.slice(0, common + 1).join('/'), b.slice(0, common + 1).join('/')];
}

/** Circles of imports between the files of a package, type imports included. */
export function findFileCircles(name: string, files: readonly SourceFile[]): Problem[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const targets = (path: string) => byPath.get(path)?.imports.flatMap(({ target }) => target ?? []) ?? [];
  return circlesOf([...byPath.keys()], targets).map((circle) => {
    const [first = ''] = circle;
    const last = byPath.get(circle.at(-1) ?? '');
    return {
      place: `packages/${name}/${last?.path}`,
      imports: `imports '${last?.imports.find(({ target }) => target === first)?.specifier}',`,
      reason: `which closes a circle: ${[...circle, first].join(' → ')}`,
      action: 'Move what the files share into a new file that imports none of them',
    };
  });
}

/** One circle for each edge that closes one, each node once. */
function circlesOf(nodes: readonly string[], next: (node: string) => readonly string[]): (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start !== -1) circles.push(trail.slice(start));
    if (start !== -1 || done.has(node)) return;
    for (const one of next(node)) visit(one, [...trail, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
  return circles;
}
