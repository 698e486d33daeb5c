import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Bytes of a browser bundle of a program, minified and gzipped, and the names of its inputs. */
const bundle = async (contents: string) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@syncline/source'],
    write: false,
    metafile: true,
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {}).filter(
    ([, { bytesInOutput }]) => bytesInOutput > 0,
  );
  return {
    bytes: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length,
    inputs: inputs.map(([name]) => name).join('\n'),
  };
};

it('an OData client with a header key and one filter stays within its budget', async () => {
  const { bytes, inputs } = await bundle(`
    import { apiKeyHeader } from '@syncline/auth';
    import { createODataClient } from '@syncline/client';
    const odata = createODataClient({ baseUrl: 'https://sync.example.com', credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }) });
    odata.history.list({ filter: (h) => h.connectorid.eq('a') }).then(console.log);
  `);
  expect(bytes).toBeLessThanOrEqual(16_750);
  for (const unwanted of [
    'client/src/watch',
    'create-v2-client',
    'create-cloud-client',
    'opentelemetry',
    'undici',
    'parse-filter',
    'client-credentials',
    'fields.gen',
  ]) {
    expect(inputs).not.toContain(unwanted);
  }
});
it('a guard alone costs next to nothing', async () => {
  const { bytes } = await bundle("import { isHttpError } from '@syncline/client'; console.log(isHttpError(0));");
  expect(bytes).toBeLessThan(400);
});
