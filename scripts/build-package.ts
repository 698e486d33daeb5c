// Why: a package loads faster as a few files than as a hundred. This builds the package of the working directory into
// `dist`: one file for each entry of its manifest (`exports`, `bin`), chunks for what entries share or load later, and
// the compiler's declarations. Other packages stay imports, nothing is minified, and source maps refer to `src`, which
// ships.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { readEntries } from './build/entries.ts';
import { withoutSideEffects } from './build/without-side-effects.ts';

/** Writes one declaration file per source file, with maps. */
async function declarations(): Promise<void> {
  const [code] = (await once(
    spawn('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit', shell: process.platform === 'win32' }),
    'close',
  )) as [number];
  if (code !== 0) throw new Error('The declarations were not written: fix what tsc reports above.');
}

async function modules(): Promise<void> {
  const { entries, programs } = readEntries(process.cwd());
  const bundle = await rolldown({
    input: entries,
    external: (specifier) => !/^(\.|\/|src\/)/.test(specifier),
    platform: 'neutral',
    tsconfig: 'tsconfig.build.json',
    // A slow machine is no fault of the build, and every other message is one.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  await bundle.write({
    dir: 'dist',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: false,
    plugins: [withoutSideEffects(programs)],
  });
  await bundle.close();
}

rmSync('dist', { recursive: true, force: true });
await Promise.all([declarations(), modules()]);
