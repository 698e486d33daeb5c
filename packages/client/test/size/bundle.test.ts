import { expect, it } from 'vitest';
import { bundleSize } from '../../../bench/src/size/bundle.ts';

const bundle = (program: string) => bundleSize(program, new URL('.', import.meta.url), ['@syncline/source']);

it('an OData client with a header key and one filter stays within its budget', async () => {
  const { gzipped, later, modules } = await bundle(`
    import { apiKeyHeader } from '@syncline/auth';
    import { createODataClient } from '@syncline/client';
    const odata = createODataClient({ baseUrl: 'https://sync.example.com', credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }) });
    odata.history.list({ filter: (h) => h.connectorid.eq('a') }).then(console.log);
  `);
  expect(gzipped).toBeLessThanOrEqual(15_360);
  // The code that `raw`, `call`, files, jobs, streams, long lists, pages, `split`, redirects and unusual responses load later.
  // A decoded field of a record takes about 20 bytes: there is room for a few more.
  expect(later).toBeLessThanOrEqual(21_600);
  for (const unwanted of [
    'client/src/watch',
    'create-v2-client',
    'create-cloud-client',
    'opentelemetry',
    'resources/call.ts',
    'described-request',
    'parameter-styles',
    'encode-parts',
    'openapi-fetch',
    'record-splitter',
    'record-decoder',
    'ordinary-records',
    'decode/values',
    'redirect-error',
    'exact-json',
    'stream-records',
    'follow-redirect',
    'client/src/verify',
    'create-evaluator',
    'follow-pages',
    'undici',
    'parse-filter',
    'client-credentials',
    'fields.gen',
    'decode.gen',
    'retry-after',
  ]) {
    expect(modules.join('\n')).not.toContain(unwanted);
  }
});
it('query options for TanStack Query add little to a client', async () => {
  const program = (queries: string) => `
    import { apiKeyHeader } from '@syncline/auth';
    import { createODataClient } from '@syncline/client';
    import { odataQueries } from '@syncline/client/query';
    const odata = createODataClient({ baseUrl: 'https://sync.example.com', credential: apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }) });
    console.log(${queries});
  `;
  const [alone, withQueries] = [await bundle(program('odata')), await bundle(program('odataQueries(odata)'))];
  expect(withQueries.gzipped - alone.gzipped).toBeLessThanOrEqual(600);
});
it('a guard alone adds almost nothing', async () => {
  const { gzipped } = await bundle("import { isHttpError } from '@syncline/client'; console.log(isHttpError(0));");
  expect(gzipped).toBeLessThan(400);
});
