import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const resolveDir = fileURLToPath(new URL('../src', import.meta.url));

/** Bundles `names` for a browser. Returns the size of the bundle and the source files that it contains. */
async function bundle(names: string): Promise<{ files: string[]; bytes: number }> {
  const result = await build({
    stdin: { contents: `export { ${names} } from './index.ts';`, resolveDir, loader: 'ts' },
    bundle: true,
    conditions: ['@syncline/source'],
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  const [output] = Object.values(result.metafile.outputs);
  const files = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file.replace(/^.*src\//, ''));
  return { files, bytes: gzipSync(result.outputFiles[0]?.contents ?? new Uint8Array()).length };
}

describe('a bundle contains only what is used', () => {
  test('the builder does not include the parser', async () => {
    const { files, bytes } = await bundle('filter, toFilter, printFilter');
    expect(files).toContain('build/build-filter.ts');
    expect(files.filter((file) => file.startsWith('parse') || file.includes('odata-syntax-error'))).toEqual([]);
    expect(bytes).toBeLessThan(3_300);
    console.log(`builder and printer: ${bytes} bytes, minified and compressed`);
  });
  test('printing selections, orders and key predicates does not either', async () => {
    const { files } = await bundle('printSelect, printOrderBy, keyPredicate');
    expect(files.filter((file) => file.startsWith('parse') || file.includes('odata-syntax-error'))).toEqual([]);
  });
  test('rawFilter includes it (the check can fail)', async () => {
    const { files } = await bundle('rawFilter');
    expect(files).toContain('parse/parse-filter.ts');
  });
});
