import { type DecodeTable, odataDecode } from '@syncline/openapi';
import { type ClientContender, jobPath, limitMs, maxBodyBytes, withinLimit } from './client.ts';
import { parseRecords } from './parse-records.ts';

type Row = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Not a client: one function over the global `fetch` that does everything that a successful call of Syncline does, without
 * its layers, retries, events and errors. It is what a call must cost.
 */
export const byHand: ClientContender = {
  name: 'fetch, all of a call by hand',
  isBound: true,
  create: ({ url, jobName, header, key }) => {
    const get = async <Value>(path: string, parse: (bytes: Uint8Array) => Value): Promise<Value> => {
      const headers = { accept: 'application/json', [header]: key };
      requireHeaders(headers);
      return withinLimit(limitMs, async (signal) => {
        const init = { method: 'GET', headers, redirect: 'manual', signal: signal as AbortSignal } as const;
        const response = await fetch(url + path, init);
        const { status } = response;
        if (status < 200 || status > 299) throw new Error(`The service answered ${status}.`);
        if (!/^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? ''))
          throw new Error('The body is not JSON.');
        return parse(await readBytes(response));
      });
    };
    return {
      job: async () => {
        const job = await get(jobPath(jobName), (bytes): unknown => JSON.parse(toText(bytes)));
        if (!isRecord(job) || job.error !== undefined) throw new Error('The body is not a record.');
        decode(job, odataDecode.Job as DecodeTable);
        return job;
      },
      history: async () => {
        const value = await get('/history', (bytes) => parseRecords(bytes, toText));
        if (!value.every(isRecord)) throw new Error('The body is not a list of records.');
        for (const record of value) decode(record, odataDecode.HistoryRecord as DecodeTable);
        return value;
      },
    };
  },
};

function toText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  if (text.includes('__proto__') || text.includes('\\u00')) throw new Error('The body may have hidden keys.');
  return text;
}

/** The header has a value that HTTP can carry. */
function requireHeaders(headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers))
    if (!/^[\w.-]+:[\t -~\x80-\xff]*$/.test(`${name}:${headers[name]}`)) throw new Error('A header cannot be sent.');
}

/** Counts the bytes as they arrive. */
async function readBytes({ body }: Response): Promise<Uint8Array> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let left = maxBodyBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
    left -= value.length;
    if (left < 0) throw new Error('The body is too large.');
    chunks.push(value);
  }
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
