import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { copiedPackages, writeLicenses } from './copied-packages.ts';
import { readEntries } from './entries.ts';
import { withoutSideEffects } from './without-side-effects.ts';

/**
 * Builds the JavaScript of a package.
 *
 * @param dist - where it is written
 */
export async function buildModules(folder: string, dist = join(folder, 'dist')): Promise<void> {
  const { entries, programs } = readEntries(folder);
  const copied = copiedPackages(folder);
  const bundle = await rolldown({
    cwd: folder,
    input: entries,
    external: (specifier) => !/^(\.|\/|src\/)/.test(specifier) && !copied.includes(specifier),
    // Code that is copied into a program may require modules of Node.
    platform: programs.length > 0 ? 'node' : 'neutral',
    tsconfig: join(folder, 'tsconfig.build.json'),
    // A slow machine is no fault of the build, and every other message is one.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const isOurs = knownImports(folder);
  const { output } = await bundle.write({
    dir: dist,
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Copied code has no source in the package; its path would name the machine that built it.
    sourcemapPathTransform: (source) => source.replace(/^.*\/node_modules\//, 'node_modules/'),
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: false,
    plugins: [withoutSideEffects(programs)],
  });
  await bundle.close();
  for (const chunk of output)
    for (const specifier of chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [])
      if (!isOurs(specifier) && !output.some(({ fileName }) => fileName === specifier))
        throw new Error(`${chunk.fileName} imports ${specifier}, which package.json does not list: no user has it.`);
  writeLicenses(
    dist,
    output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])),
  );
}

/** Whether an import can be resolved where the package is installed. A compiler adds imports of its own helpers. */
function knownImports(folder: string): (specifier: string) => boolean {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, dependencies, optionalDependencies, peerDependencies } = manifest;
  const known = new Set([
    name,
    ...[dependencies, optionalDependencies, peerDependencies].flatMap((list) => Object.keys(list ?? {})),
  ]);
  return (specifier) => isBuiltin(specifier) || known.has(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

// The benchmarks build packages elsewhere: `node scripts/build/modules.ts <folder> <dist>`.
if (import.meta.main) await buildModules(resolve(process.argv[2] ?? '.'), process.argv[3]);
