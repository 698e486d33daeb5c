/** Makes calls that succeed and calls that fail, with frozen built-in objects. Freezes them itself if the flag did not. */
import type { HistoryRecordProperties } from '@syncline/openapi';
import { freezeIntrinsics } from '../hosts/freeze-intrinsics.ts';

if (!process.execArgv.includes('--frozen-intrinsics')) freezeIntrinsics();

const { basic, bearer, clientCredentials } = await import('@syncline/auth');
const { createODataClient } = await import('@syncline/client');
const { filter, printFilter } = await import('@syncline/odata');

const url = process.argv[2] as string;
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => value,
    (error: { code?: string; name?: string }) => `${error.name} ${error.code}`,
  );
const odata = createODataClient({
  baseUrl: `${url}/api`,
  credential: basic({ username: 'ada', password: 'p' }),
  retry: 0,
});
const list = async (given: object) =>
  codeOf(createODataClient({ baseUrl: `${url}/api`, credential: bearer('x'), retry: 0, ...given }).history.list());
const failing = () => {
  throw new TypeError('broken', { cause: new Error('inside') });
};
const results = [
  printFilter(filter<HistoryRecordProperties>((h) => h.details.eq('b'))),
  await codeOf(odata.history.list()),
  await codeOf(odata.jobs.get('missing')),
  await list({ baseUrl: 'http://127.0.0.1:1' }),
  await list({ timeout: 1, fetch: () => new Promise(() => {}) }),
  await list({ credential: basic({ username: 'ada', password: failing }) }),
  await list({ credential: { scheme: 'own', apply: failing, onUnauthorized: () => false, scrub: String } }),
  await list({ credential: clientCredentials({ authUrl: url, clientId: 'a', clientSecret: 'b' }) }),
];
console.log(JSON.stringify(results));
