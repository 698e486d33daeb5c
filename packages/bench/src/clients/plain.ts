import { peer, versionOf } from '../harness/peers.ts';
import {
  type ClientContender,
  jobPath,
  joined,
  limitMs,
  readBytes,
  type Target,
  withinLimit,
  withLimit,
} from './client.ts';
import { parseRecords } from './parse-records.ts';

interface Listed {
  readonly value: readonly object[];
}
type Get = <Value>(url: string) => Promise<Value>;
/** Creates a client with these headers, and a time limit in milliseconds if it is to have one. */
type CreateGet = (headers: Record<string, string>, limit: number | undefined) => Promise<Get> | Get;

/** A client that takes an address and returns parsed JSON. */
function contender(name: string, createGet: CreateGet, limit?: number): ClientContender {
  return {
    name,
    create: async ({ url, jobName, header, key }: Target) => {
      const get = await createGet({ [header]: key, accept: 'application/json' }, limit);
      return {
        job: () => get(url + jobPath(jobName)),
        history: async () => (await get<Listed>(`${url}/history`)).value,
      };
    },
  };
}

type Parse<Value> = (body: Uint8Array, toText: (bytes: Uint8Array) => string) => Value;
/** Requests an address and parses the body when it has arrived. */
type Read = <Value>(url: string, parse: Parse<Value>) => Promise<Value>;
type CreateRead = (headers: Record<string, string>, base: string) => Promise<Read> | Read;

/** Not a client: the least that a call costs. A list is parsed in pieces, which is faster than all at once. */
function bound(name: string, createRead: CreateRead): ClientContender {
  const parseJob: Parse<object> = (body, toText) => JSON.parse(toText(body));
  return {
    name,
    isBound: true,
    create: async ({ url, jobName, header, key }) => {
      const read = await createRead({ [header]: key, accept: 'application/json' }, url);
      return {
        job: () => read(url + jobPath(jobName), parseJob),
        history: () => read(`${url}/history`, parseRecords),
      };
    },
  };
}

/** The same client twice, without and with a time limit, by the library's own option if it has one. */
function pair(name: string, library: string | undefined, createGet: CreateGet): ClientContender[] {
  const version = library && versionOf(library);
  return [
    { ...contender(name, createGet), version },
    { ...contender(name + withLimit, createGet, limitMs), version },
  ];
}

const createFetch: CreateGet = (headers, limit) => (url) =>
  withinLimit(limit, async (signal) => (await fetch(url, signal ? { headers, signal } : { headers })).json() as never);

/** Bytes that are not UTF-8 are an error. */
const createBoundedFetch: CreateRead = (headers) => {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return (url, parse) =>
    withinLimit(limitMs, async (signal) => {
      const response = await fetch(url, { headers, redirect: 'manual', signal: signal ?? null });
      return parse(await readBytes(response), (bytes) => utf8.decode(bytes));
    });
};

const createUndici: CreateGet = async (headers, limit) => {
  const { request } = await peer<typeof import('undici')>('undici');
  return (url) => withinLimit(limit, async (signal) => (await request(url, { headers, signal })).body.json() as never);
};

const createAxios: CreateGet = async (headers, timeout = 0) => {
  const { default: axios } = await peer<{
    default: { create(options: object): { get<Value>(url: string): Promise<{ data: Value }> } };
  }>('axios');
  const instance = axios.create({ headers, timeout });
  return async <Value>(url: string) => (await instance.get<Value>(url)).data;
};

const createKy: CreateGet = async (headers, timeout) => {
  const { default: ky } = await peer<{
    default: { create(options: object): { get(url: string): { json<Value>(): Promise<Value> } } };
  }>('ky');
  const instance = ky.create({ headers, timeout: timeout ?? false });
  return (url) => instance.get(url).json();
};

const createOfetch: CreateGet = async (headers, timeout) =>
  (await peer<{ ofetch: { create(options: object): Get } }>('ofetch')).ofetch.create({ headers, timeout });

const createGot: CreateGet = async (headers, limit) => {
  const { default: got } = await peer<{
    default: { extend(options: object): { get(url: string): { json<Value>(): Promise<Value> } } };
  }>('got');
  const instance = got.extend({ headers, timeout: { request: limit } });
  return (url) => instance.get(url).json();
};

const createOctokit: CreateGet = async (headers, limit) => {
  const { request } = await peer<{
    request: { defaults(options: object): <Value>(route: string, options?: object) => Promise<{ data: Value }> };
  }>('@octokit/request');
  const octokit = request.defaults({ headers });
  return <Value>(url: string) =>
    withinLimit(limit, async (signal) => (await octokit<Value>(`GET ${url}`, signal && { request: { signal } })).data);
};

/** A request by undici's lowest function. */
const createDispatch: CreateRead = async (headers, base) => {
  const { Agent } = await peer<typeof import('undici')>('undici');
  const agent = new Agent();
  const { origin } = new URL(base);
  return (url, parse) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      agent.dispatch(
        { origin, path: url.slice(origin.length), method: 'GET', headers },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () =>
            resolve(
              parse(joined(chunks), (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()),
            ),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
};

/** Clients that take an address and return parsed JSON, without types and decoding. */
export const plainClients: readonly ClientContender[] = [
  ...pair('fetch + json', undefined, createFetch),
  bound('fetch, time and byte limit, nothing else', createBoundedFetch),
  { ...bound('undici dispatcher, nothing else', createDispatch), version: versionOf('undici') },
  ...pair('undici.request', 'undici', createUndici),
  ...pair('axios', 'axios', createAxios),
  ...pair('ky', 'ky', createKy),
  ...pair('ofetch', 'ofetch', createOfetch),
  ...pair('got', 'got', createGot),
  ...pair('@octokit/request', '@octokit/request', createOctokit),
];
