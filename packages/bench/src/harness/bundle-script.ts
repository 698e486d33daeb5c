import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Bundles a script of this package as plain JavaScript and hands its address to `use`. Memory and start-up time are
 * measured with the bundle, because packages ship JavaScript, and Node's loader of TypeScript alone takes tens of MiB.
 */
export async function bundleScript<Result>(script: URL, use: (bundled: URL) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'syncline-bench-'));
  try {
    const bundle = await rolldown({
      input: fileURLToPath(script),
      platform: 'node',
      // An optional peer that no script uses. It is native code, which cannot be bundled.
      external: ['@duckdb/node-api'],
      resolve: { conditionNames: ['@syncline/source', 'node', 'import', 'default'] },
      logLevel: 'silent',
    });
    const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await bundle.close();
    return await use(pathToFileURL(join(folder, output[0].fileName)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
