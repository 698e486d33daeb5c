import { join, resolve } from 'node:path';
import { type CodeSplittingGroup, type OutputOptions, rolldown } from 'rolldown';
import { copiedPackages, writeLicenses } from './copied-packages.ts';
import { type Output, readEntries } from './entries.ts';
import { unlistedImports } from './unlisted-imports.ts';
import { withoutSideEffects } from './without-side-effects.ts';

/**
 * Builds the JavaScript of a package.
 *
 * @param dist - where it is written
 * @throws {Error} when the bundler has a warning, or a chunk imports a package that the manifest does not list
 */
export async function buildModules(folder: string, dist = join(folder, 'dist')): Promise<void> {
  const { outputs, programs } = readEntries(folder);
  await Promise.all(outputs.map((output) => buildOutput(folder, output, programs, join(dist, output.folder))));
}

async function buildOutput(
  folder: string,
  { entries, files }: Output,
  programs: readonly string[],
  dir: string,
): Promise<void> {
  const copied = copiedPackages(folder);
  const bundle = await rolldown({
    cwd: folder,
    input: entries,
    external: (specifier) =>
      files !== 'whole entries' && !/^(\.|\/|src\/)/.test(specifier) && !copied.some((name) => isOf(specifier, name)),
    // Copied code may use `require` for Node's modules.
    platform: programs.length > 0 ? 'node' : 'neutral',
    // Other packages of the repository may not be built yet.
    ...(files === 'whole entries' && { resolve: { conditionNames: ['@syncline/source', 'import'] } }),
    tsconfig: join(folder, 'tsconfig.build.json'),
    // Messages about a slow build are ignored; every other message is an error.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir,
    ...splittingOf(folder, files),
    // A map of a whole entry would refer to sources of other packages.
    sourcemap: files !== 'whole entries',
    sourcemapExcludeSources: true,
    // Copied code has no source in the package, and its path would contain a path of the machine that built it.
    sourcemapPathTransform: (source) => source.replace(/^.*\/node_modules\//, 'node_modules/'),
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: false,
    // What a whole entry would load later is evaluated by calls, which a bundler must not drop.
    plugins: files === 'whole entries' ? [] : [withoutSideEffects(programs)],
  });
  await bundle.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  const unlisted = unlistedImports(folder, chunks);
  if (unlisted.length > 0) throw new Error(unlisted.join('\n'));
  writeLicenses(
    dir,
    chunks.flatMap(({ moduleIds }) => moduleIds),
  );
}

function splittingOf(folder: string, files: Output['files']): OutputOptions {
  if (files === 'modules') return { preserveModules: true, preserveModulesRoot: join(folder, 'src') };
  if (files === 'whole entries') return { codeSplitting: false };
  return { chunkFileNames: 'chunks/[name].js', codeSplitting: { groups: [commonOfOneEntry] } };
}

/**
 * What one entry shares with the chunks that it loads later is one file, not a file for each set of chunks that share it:
 * each file takes Node longer to import than its code does.
 */
const commonOfOneEntry: CodeSplittingGroup = {
  minShareCount: 2,
  name(module, chunking) {
    // Rolldown keeps two unused files if the first one loads the second one later, and the second imports the first.
    if (chunking.getModuleInfo(module)?.dynamicallyImportedIds.length !== 0) return null;
    const importing = new Set([module]);
    // A set also returns what is added to it during the loop.
    for (const id of importing)
      for (const importer of chunking.getModuleInfo(id)?.importers ?? []) importing.add(importer);
    const entries = [...importing].filter((id) => chunking.getModuleInfo(id)?.isEntry);
    return entries.length === 1 ? 'common' : null;
  },
};

/** Whether a specifier names a package, or an entry of it. */
function isOf(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

// The benchmarks build packages elsewhere: `node scripts/build/modules.ts <folder> <dist>`.
if (import.meta.main) await buildModules(resolve(process.argv[2] ?? '.'), process.argv[3]);
