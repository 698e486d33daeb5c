import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const resolveDir = fileURLToPath(new URL('../src', import.meta.url));

/** Bundles `names` for a browser. Returns the size of the bundle and the files that it contains. */
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
    .map(([file]) => file.replace(/^.*(?:src|node_modules)\//, ''));
  return { files, bytes: gzipSync(result.outputFiles[0]?.contents ?? new Uint8Array()).length };
}

test('the root entry runs without Node, and reading an inventory bundles no rule', async () => {
  const { files, bytes } = await bundle('readInventory');
  expect(files.filter((file) => file.startsWith('rules/') || file.includes('cron-fields'))).toEqual([]);
  expect(bytes).toBeLessThan(3_000);
  console.log(`readInventory: ${bytes} bytes, minified and compressed`);
});

test('snapshots include no rule and no cron', async () => {
  const { files } = await bundle('takeSnapshot, compareSnapshots');
  expect(files.filter((file) => file.startsWith('rules/') || file.includes('cron-fields'))).toEqual([]);
});

test('the linter includes all rules (the check can fail)', async () => {
  const { files, bytes } = await bundle('lintJobs');
  const themes = readdirSync(`${resolveDir}/rules`).map((file) => `rules/${file}`);
  expect(files.filter((file) => file.startsWith('rules/')).sort()).toEqual(themes.sort());
  console.log(`lintJobs: ${bytes} bytes, minified and compressed`);
});
