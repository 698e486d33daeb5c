import { type DecodeTable, odataDecode } from '@syncline/openapi';
import { peer, versionOf } from '../harness/peers.ts';
import { type ClientContender, jobPath, joined, limitMs, maxBodyBytes, readBytes, withinLimit } from './client.ts';
import { parseRecords } from './parse-records.ts';

type Row = Record<string, unknown>;

/** A response whose body has arrived. */
interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}
/** Requests a path within the limits of time and of bytes. */
type Send = (path: string, headers: Readonly<Record<string, string>>) => Promise<Reply>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Not a client: one function that does everything that a successful call of Syncline does, without its layers, retries,
 * events and errors. It is what a call must cost.
 */
function byHand(name: string, createSend: (base: string) => Send | Promise<Send>): ClientContender {
  return {
    name: `${name}, all of a call by hand`,
    isBound: true,
    create: async ({ url, jobName, header, key }) => {
      const send = await createSend(url);
      const get = async (path: string): Promise<Uint8Array> => {
        const headers = { accept: 'application/json', [header]: key };
        requireHeaders(headers);
        const { status, contentType, bytes } = await send(path, headers);
        if (status < 200 || status > 299) throw new Error(`The service answered ${status}.`);
        if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new Error('The body is not JSON.');
        return bytes;
      };
      return {
        job: async () => {
          const job: unknown = JSON.parse(toText(await get(jobPath(jobName))));
          if (!isRecord(job) || job.error !== undefined) throw new Error('The body is not a record.');
          decode(job, odataDecode.Job as DecodeTable);
          return job;
        },
        history: async () => {
          const value = parseRecords(await get('/history'), toText);
          if (!value.every(isRecord)) throw new Error('The body is not a list of records.');
          for (const record of value) decode(record, odataDecode.HistoryRecord as DecodeTable);
          return value;
        },
      };
    },
  };
}

const createFetchSend =
  (base: string): Send =>
  (path, headers) =>
    withinLimit(limitMs, async (signal) => {
      const init = { method: 'GET', headers, redirect: 'manual', signal: signal as AbortSignal } as const;
      const response = await fetch(base + path, init);
      const contentType = response.headers.get('content-type') ?? '';
      return { status: response.status, contentType, bytes: await readBytes(response) };
    });

/** The dispatcher needs no signal: its timer is the time limit. */
const createDispatcherSend = async (base: string): Promise<Send> => {
  const { Agent } = await peer<typeof import('undici')>('undici');
  const agent = new Agent();
  const { origin } = new URL(base);
  return (path, headers) =>
    new Promise((resolve, reject) => {
      let controller: { abort(reason: Error): void } | undefined;
      const timer = setTimeout(() => controller?.abort(new Error('The time is over.')), limitMs);
      let status = 0;
      let contentType = '';
      const chunks: Uint8Array[] = [];
      let left = maxBodyBytes;
      agent.dispatch(
        { origin, path: (base + path).slice(origin.length), method: 'GET', headers },
        {
          onRequestStart: (request) => {
            controller = request;
          },
          onResponseStart: (_, received, headers) => {
            status = received;
            contentType = String(headers['content-type']);
          },
          onResponseData: (request, chunk) => {
            left -= chunk.length;
            if (left < 0) request.abort(new Error('The body is too large.'));
            chunks.push(chunk);
          },
          onResponseEnd: () => {
            clearTimeout(timer);
            resolve({ status, contentType, bytes: joined(chunks) });
          },
          onResponseError: (_, error) => {
            clearTimeout(timer);
            reject(error);
          },
        },
      );
    });
};

/** The bounds of both transports of Syncline. */
export const callsByHand: readonly ClientContender[] = [
  byHand('fetch', createFetchSend),
  { ...byHand('undici dispatcher', createDispatcherSend), version: versionOf('undici') },
];

function toText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  if (text.includes('__proto__') || text.includes('\\u00')) throw new Error('The body may have hidden keys.');
  return text;
}

/** The header has a value that HTTP can carry. */
export function requireHeaders(headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers))
    if (!/^[\w.-]+:[\t -~\x80-\xff]*$/.test(`${name}:${headers[name]}`)) throw new Error('A header cannot be sent.');
}

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Decodes a record in place. Its table has a generated function that names each field. */
function decode(record: Row, { each, int64 }: DecodeTable): void {
  each?.(record, toBoolean, toWhole);
  for (const field of int64) {
    const value = record[field];
    if (value !== undefined) record[field] = toInt64(value);
  }
}

function toBoolean(value: unknown): boolean | undefined {
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false) return false;
  if (value === '' || value === null) return undefined;
  throw new Error('A value is not a boolean.');
}

function toWhole(value: unknown): number | undefined {
  if (value === '' || value === null) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error('A value is not a whole number.');
  return number;
}

function toInt64(value: unknown): bigint | undefined {
  if (value === '' || value === null) return undefined;
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) throw new Error('A value may have lost digits.');
  return BigInt(value as string | number);
}
