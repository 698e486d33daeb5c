import { peer, versionOf } from '../harness/peers.ts';
import { type BenchClient, jobPath, type Target } from './client.ts';

interface Listed {
  readonly value: readonly object[];
}
type Get = <Value>(url: string) => Promise<Value>;

/** Not a peer: it shows what a client with a time limit can reach. */
export const withLimit = 'fetch + json, with a time limit';

/** The minimum that a call with a time limit needs: a signal, and a timer that is cleared. */
async function withinTime<Value>(address: string, headers: Record<string, string>): Promise<Value> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 30_000);
  try {
    const response = await fetch(address, { headers, signal: controller.signal });
    return (await response.json()) as Value;
  } finally {
    clearTimeout(timer);
  }
}

/** Clients that take an address and return parsed JSON, without types and decoding. */
export async function plainClients({ url, jobName, header, key }: Target): Promise<BenchClient[]> {
  const headers = { [header]: key, accept: 'application/json' };
  const undici = await peer<typeof import('undici')>('undici');
  const { default: axios } = await peer<{
    default: { create(options: object): { get<Value>(url: string): Promise<{ data: Value }> } };
  }>('axios');
  const { default: ky } = await peer<{
    default: { create(options: object): { get(url: string): { json<Value>(): Promise<Value> } } };
  }>('ky');
  const { ofetch } = await peer<{ ofetch: { create(options: object): Get } }>('ofetch');
  const { default: got } = await peer<{
    default: { extend(options: object): { get(url: string): { json<Value>(): Promise<Value> } } };
  }>('got');
  const { request } = await peer<{
    request: { defaults(options: object): <Value>(route: string) => Promise<{ data: Value }> };
  }>('@octokit/request');
  const withAxios = axios.create({ headers });
  const withKy = ky.create({ headers });
  const withGot = got.extend({ headers });
  const withOctokit = request.defaults({ headers });
  const make = (name: string, get: Get, version?: string): BenchClient => ({
    name,
    version,
    job: () => get(url + jobPath(jobName)),
    history: async () => (await get<Listed>(`${url}/history`)).value,
  });
  return [
    make(
      'fetch + json',
      async <Value>(address: string) => (await fetch(address, { headers })).json() as Promise<Value>,
    ),
    make(withLimit, (address) => withinTime(address, headers)),
    make(
      'undici.request',
      async <Value>(address: string) => (await undici.request(address, { headers })).body.json() as Promise<Value>,
      versionOf('undici'),
    ),
    make('axios', async <Value>(address: string) => (await withAxios.get<Value>(address)).data, versionOf('axios')),
    make('ky', (address) => withKy.get(address).json(), versionOf('ky')),
    make('ofetch', ofetch.create({ headers }), versionOf('ofetch')),
    make('got', (address) => withGot.get(address).json(), versionOf('got')),
    make(
      '@octokit/request',
      async <Value>(address: string) => (await withOctokit<Value>(`GET ${address}`)).data,
      versionOf('@octokit/request'),
    ),
  ];
}
