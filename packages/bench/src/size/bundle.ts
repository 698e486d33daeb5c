import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The used part of esbuild. The benchmark takes esbuild from the peers' folder, and the test from the workspace. */
export type Build = (options: object) => Promise<{ outputFiles: readonly { contents: Uint8Array }[] }>;

/**
 * The size of a program that is bundled for a browser: minified, and minified and gzipped. Conditions choose built
 * packages or sources.
 */
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
