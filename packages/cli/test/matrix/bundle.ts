import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Build = (options: object) => Promise<unknown>;

/** Bundles an entry of the consumer project with its installed packages, as for a worker or a page. */
export async function bundle(runtimes: string, consumer: string, name: string, source: string): Promise<string> {
  const { build } = createRequire(join(runtimes, 'x.js'))('esbuild') as { build: Build };
  const entry = join(consumer, `${name}.entry.mjs`);
  const outfile = join(consumer, `${name}.mjs`);
  writeFileSync(entry, source);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  return outfile;
}
