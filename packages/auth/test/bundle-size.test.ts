import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Bytes after esbuild's minifier and gzip -9. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['@syncline/source'],
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

it.each([
  ['clientCredentials', 6_700],
  ['basic', 1_200],
])('%s alone is at most %d bytes', async (name, most) => {
  const size = await sizeOf(`export { ${name} } from '@syncline/auth'`);
  console.log(`${name}: ${size} bytes, min + gzip`);
  expect(size).toBeLessThanOrEqual(most);
});

it('client credentials beside a client add at most 2,700 bytes', async () => {
  const client = `
    import { createODataClient } from '@syncline/client';
    export const connect = (credential) => createODataClient({ baseUrl: 'https://sync.example.com', credential });`;
  const both = await sizeOf(`export { clientCredentials } from '@syncline/auth'; ${client}`);
  expect(both - (await sizeOf(client))).toBeLessThanOrEqual(2_700);
});
