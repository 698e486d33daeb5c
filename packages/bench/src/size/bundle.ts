import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';

/** The size of a program's bundle, in bytes. */
export interface BundleSize {
  /** The code that a page loads at first, minified */
  readonly minified: number;
  /** The same after gzip -9 */
  readonly gzipped: number;
  /** The code that it loads only when needed, after gzip -9: chunks behind an `import()` */
  readonly later: number;
  /** The modules of the first chunk */
  readonly modules: readonly string[];
}

/** How a program is bundled. */
interface BundleOptions {
  /** The conditions that select built packages or sources. @default none */
  readonly conditions?: readonly string[];
  readonly minify: boolean;
}

/** Bundles a program for a browser as Vite does (rolldown, code splitting on), and returns its chunks, the first one first. */
export async function bundleChunks(
  program: string,
  resolveDir: URL,
  { conditions = [], minify }: BundleOptions,
): Promise<readonly OutputChunk[]> {
  const id = fileURLToPath(new URL('program.ts', resolveDir));
  const bundle = await rolldown({
    input: 'program',
    // The names of modules in comments are relative to it.
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: [...conditions, 'import', 'browser', 'default'] },
    plugins: [
      {
        name: 'program',
        resolveId: (source) => (source === 'program' ? id : undefined),
        load: (source) => (source === id ? { code: program, moduleType: 'ts' } : undefined),
      },
    ],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ minify, format: 'esm', dir: 'unused' });
  await bundle.close();
  return output.flatMap((item) => (item.type === 'chunk' ? [item] : []));
}

/** The chunks that a page loads at first: the entry, and what it imports, directly or not. */
export function firstOf(chunks: readonly OutputChunk[]): readonly OutputChunk[] {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // The set grows while it is iterated.
  for (const name of names)
    for (const imported of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) names.add(imported);
  return chunks.filter(({ fileName }) => names.has(fileName));
}

/** Bundles and minifies a program, and measures its size. Conditions select built packages or sources. */
export async function bundleSize(
  program: string,
  resolveDir: URL,
  conditions: readonly string[] = [],
): Promise<BundleSize> {
  const chunks = await bundleChunks(program, resolveDir, { conditions, minify: true });
  const first = firstOf(chunks);
  const weigh = (code: string): number => gzipSync(code, { level: 9 }).length;
  const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);
  return {
    minified: sum(first.map(({ code }) => Buffer.byteLength(code))),
    gzipped: sum(first.map(({ code }) => weigh(code))),
    later: sum(chunks.filter((chunk) => !first.includes(chunk)).map(({ code }) => weigh(code))),
    modules: first.flatMap((chunk) =>
      Object.entries(chunk.modules).flatMap(([name, { renderedLength }]) => (renderedLength > 0 ? [name] : [])),
    ),
  };
}
