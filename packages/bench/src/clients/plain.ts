import { peer, versionOf } from '../harness/peers.ts';
import { type BenchClient, jobPath, limitMs, type Target, withinLimit, withLimit } from './client.ts';

interface Listed {
  readonly value: readonly object[];
}
type Get = <Value>(url: string) => Promise<Value>;

/** Not a client: undici's dispatcher without anything around it, which no client over it can outrun. */
const dispatcher = 'undici dispatcher, nothing else';

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
    request: { defaults(options: object): <Value>(route: string, options?: object) => Promise<{ data: Value }> };
  }>('@octokit/request');
  const octokit = request.defaults({ headers });
  const make = (name: string, get: Get, version?: string): BenchClient => ({
    name,
    version,
    job: () => get(url + jobPath(jobName)),
    history: async () => (await get<Listed>(`${url}/history`)).value,
  });
  /** The same client twice, without and with a time limit, by the library's own option if it has one. */
  const pair = (name: string, of: (limit: number | undefined) => Get, library = name): BenchClient[] => [
    make(name, of(undefined), versionOf(library)),
    make(name + withLimit, of(limitMs), versionOf(library)),
  ];
  const axiosGet = (timeout = 0): Get => {
    const instance = axios.create({ headers, timeout });
    return async <Value>(address: string) => (await instance.get<Value>(address)).data;
  };
  const kyGet = (timeout: number | false = false): Get => {
    const instance = ky.create({ headers, timeout });
    return (address) => instance.get(address).json();
  };
  const gotGet = (limit?: number): Get => {
    const instance = got.extend({ headers, timeout: { request: limit } });
    return (address) => instance.get(address).json();
  };
  const undiciGet = (limit?: number): Get => {
    const get = async <Value>(address: string, signal?: AbortSignal) =>
      (await undici.request(address, { headers, signal })).body.json() as Promise<Value>;
    return limit === undefined ? get : (address) => withinLimit((signal) => get(address, signal));
  };
  const octokitGet = (limit?: number): Get => {
    const get = async <Value>(address: string, signal?: AbortSignal) =>
      (await octokit<Value>(`GET ${address}`, signal && { request: { signal } })).data;
    return limit === undefined ? get : (address) => withinLimit((signal) => get(address, signal));
  };
  const fetchGet = async <Value>(address: string, signal?: AbortSignal): Promise<Value> =>
    (await fetch(address, signal ? { headers, signal } : { headers })).json() as Promise<Value>;
  return [
    make('fetch + json', (address) => fetchGet(address)),
    make(`fetch + json${withLimit}`, (address) => withinLimit((signal) => fetchGet(address, signal))),
    { ...make(dispatcher, dispatchGet(new undici.Agent(), url, headers), versionOf('undici')), isBound: true },
    ...pair('undici.request', undiciGet, 'undici'),
    ...pair('axios', axiosGet),
    ...pair('ky', kyGet),
    ...pair('ofetch', (timeout) => ofetch.create({ headers, timeout })),
    ...pair('got', gotGet),
    ...pair('@octokit/request', octokitGet),
  ];
}

/** A request by undici's lowest function, and its parsed response. */
function dispatchGet(agent: import('undici').Dispatcher, url: string, headers: Record<string, string>): Get {
  const { origin } = new URL(url);
  return <Value>(address: string) =>
    new Promise<Value>((resolve, reject) => {
      const chunks: Buffer[] = [];
      agent.dispatch(
        { origin, path: address.slice(origin.length), method: 'GET', headers },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Value),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
}
