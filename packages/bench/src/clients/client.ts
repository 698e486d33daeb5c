import type { Contender } from '../harness/suite.ts';

/** The calls that are measured: one job by name, and the list of history records, both parsed. */
export interface BenchClient {
  job(): Promise<object>;
  history(): Promise<readonly object[]>;
}

/** A client, which is created in the process that measures it. */
export interface ClientContender extends Contender {
  create(target: Target): Promise<BenchClient> | BenchClient;
}

/** The address and the key. Every client sends the same header. */
export interface Target {
  readonly url: string;
  readonly jobName: string;
  readonly header: string;
  readonly key: string;
}

/** The time limit of the contenders whose name ends with {@link withLimit}, in milliseconds. */
export const limitMs = 30_000;

/** The limit of a response, in bytes: Syncline's default. */
export const maxBodyBytes = 32 * 1024 * 1024;

/** The end of a contender's name if it has the same time limit as Syncline's calls. */
export const withLimit = ', with a time limit';

/**
 * Calls with a signal that is aborted after `limit` milliseconds: the least that a call of a library without an option for
 * it needs. Without a limit, there is no signal.
 */
export function withinLimit<Value>(
  limit: number | undefined,
  call: (signal?: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return limit === undefined ? call() : callWithin(limit, call);
}

/** The timer is cleared, so that it does not outlive the call. */
async function callWithin<Value>(limit: number, call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limit);
  try {
    return await call(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The address of a job, for clients without key predicates. */
export function jobPath(name: string): string {
  return `/jobs(${encodeURIComponent(`'${name.replaceAll("'", "''")}'`).replaceAll("'", '%27')})`;
}

/** The chunks of a body in one piece. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/**
 * Reads a body up to the limit of bytes. It counts them as they arrive, because a compressed body can become any size.
 */
export async function readBytes({ body }: Response): Promise<Uint8Array> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let left = maxBodyBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks);
    left -= value.length;
    if (left < 0) throw new Error('The body is too large.');
    chunks.push(value);
  }
}
