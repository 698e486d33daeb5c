import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What of esbuild is used, whoever brings it: the peers' folder in the bench, a workspace's in the test. */
export type Build = (options: object) => Promise<{ outputFiles: readonly { contents: Uint8Array }[] }>;

/** Minified, and minified and gzipped bytes of a program bundled for a browser, from the packages as built or, by their condition, from the sources. */
export async function bundleSize(
  build: Build,
  contents: string,
  resolveDir: URL,
  conditions: readonly string[] = [],
): Promise<{ minified: number; gzipped: number }> {
  const stdin = { contents, resolveDir: fileURLToPath(resolveDir), loader: 'ts' };
  const options = {
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions,
    write: false,
    logLevel: 'error',
  };
  const { outputFiles } = await build({ stdin, ...options });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
}
