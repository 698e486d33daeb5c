// Why: a package loads faster as a few files than as a hundred. This builds the package of the working directory into
// `dist`: one file for each entry of its manifest (`exports`, `bin`), chunks for what entries share or load later, and
// the compiler's declarations. Other packages stay imports, nothing is minified, and source maps refer to `src`, which
// ships. Only imported `devDependencies` are copied into the chunks, for programs that must start fast. Their licenses
// are written next to them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buildModules } from './build/modules.ts';

/** Writes one declaration file per source file, with maps. */
async function declarations(): Promise<void> {
  const [code] = (await once(
    spawn('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit', shell: process.platform === 'win32' }),
    'close',
  )) as [number];
  if (code !== 0) throw new Error('The declarations were not written: fix what tsc reports above.');
}

rmSync('dist', { recursive: true, force: true });
await Promise.all([declarations(), buildModules(process.cwd())]);
