import type { Credential } from '@syncline/auth';
import {
  CallbackError,
  ConfigError,
  guardCallback,
  isThenable,
  platformFetch,
  type RequestPlace,
  scrubber,
  type Transport,
  type TransportInit,
  type TransportResponse,
} from '@syncline/core/internal';
import { isCallbackError } from '../errors/guards.ts';
import { createAllowList } from './allow-list.ts';
import {
  checkRecorderOptions,
  type RecorderOptions,
  RecordingError,
  type RecordingFailure,
} from './check-recorder-options.ts';
import type { Exchange } from './exchange.ts';
import type { HarEntry } from './har.ts';
import { harEntry, ListPositions } from './har-entry.ts';
import { HarFile } from './har-file.ts';
import { failureCode, RecordedResponse } from './recorded-response.ts';
import { WireSecrets } from './wire-secrets.ts';

/** What a recorder needs to know about a client. Its options contain both. */
export interface RecordedClient {
  /** Its secrets are removed from everything that is recorded */
  readonly credential?: Pick<Credential, 'scrub'> | undefined;
  /** Sends the requests. @default the platform's `fetch` */
  readonly fetch?: Transport | undefined;
}

/** Records the requests of clients in a HAR file. */
export interface Recorder extends AsyncDisposable {
  /**
   * Returns a transport that records, for the option `fetch` of a client. Pass the client's own options.
   *
   * @throws {ConfigError} when the recorder was closed
   */
  transport(client?: RecordedClient): Transport;
  /** Why the recording has failed; undefined if it has not. Nothing more is recorded then */
  readonly error: RecordingError | undefined;
  /**
   * Ends the recording. Checks the whole file again, with every secret that was seen in the meantime.
   *
   * @returns how many requests were recorded
   * @throws {RecordingError} when the recording has failed; the file was removed
   */
  close(): Promise<{ readonly entries: number }>;
}

/**
 * Records what clients send and receive in a HAR 1.2 file, which the sandbox replays (`--replay`) and every browser's
 * developer tools open.
 *
 * Secrets are removed before the first byte is written: the values of headers and query parameters that are not on an
 * allow-list, the credential's secrets anywhere, and the tokens of token requests and responses. The recorder never
 * changes a request, a response or an error.
 *
 * The file is valid after each request, so a process that is killed keeps its recording. If it is killed during a write
 * to the file, the file ends within the last entry. The sandbox replays the entries before it.
 *
 * @throws {ConfigError} when an option cannot be used, or the file cannot be created
 * @example
 * ```ts
 * import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';
 * import { createODataClient } from '@syncline/client';
 * import { createRecorder } from '@syncline/client/recorder';
 *
 * const recorder = createRecorder({ file: 'session.har' });
 * const options = {
 *   baseUrl: 'https://sync.example.com/app',
 *   credential: apiKeyHeader({ name: vendorHeaderName('acme'), value: 'secret' }),
 * };
 * const odata = createODataClient({ ...options, fetch: recorder.transport(options) });
 * await odata.connectors.list();
 * await recorder.close();
 * ```
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { file: path, canaries, headers, parameters, redact, maxBodyBytes } = checkRecorderOptions(options);
  const allowed = createAllowList(headers, parameters);
  const secrets = new WireSecrets();
  const positions = new ListPositions();
  const withoutCanaries = scrubber(canaries);
  const file = createFile(path);
  const pending = new Set<RecordedResponse>();
  let error: RecordingError | undefined;
  let isClosed = false;

  const fail = (reason: RecordingFailure, what: string, cause?: unknown): void => {
    error ??= new RecordingError(path, reason, what, { cause });
    try {
      file.remove();
    } catch {
      // The error already says that the recording failed.
    }
  };

  /** Whether an entry contains a secret, although it was redacted. */
  const isLeaking = (entry: HarEntry, json: string): boolean =>
    withoutCanaries(json) !== json || textsOf(entry).some((text) => secrets.scrub(text) !== text);

  const write = (exchange: Exchange, credential: RecordedClient['credential']): void => {
    if (error !== undefined || isClosed) return;
    const requestPlace = placeOf(exchange);
    try {
      const entry = harEntry(exchange, {
        allowed,
        secrets,
        positions,
        scrub: (text) =>
          credential === undefined ? text : callText('credential.scrub', requestPlace, () => credential.scrub(text)),
        redact: (body, side) => {
          const { method, path: requestPath } = requestPlace;
          return callText('redact', requestPlace, () => redact(body, { side, method, path: requestPath }));
        },
      });
      const json = JSON.stringify(entry);
      if (isLeaking(entry, json)) {
        const what = `${requestPlace.method} ${requestPlace.path}: a secret was about to be written.`;
        return fail('secret', `${secrets.scrub(withoutCanaries(what))} Remove it with the option redact.`);
      }
      file.add(json);
    } catch (thrown) {
      const isCallback = isCallbackError(thrown);
      if (isCallback) fail('callback', `${thrown.message}.`.replace(/\.\.$/, '.'), thrown);
      else fail('file', `The file cannot be written: ${failureCode(thrown)}.`);
    }
  };

  /** Records one request, whichever way it is sent. */
  const observe = async (
    url: string,
    init: Exchange['init'],
    credential: RecordedClient['credential'],
    send: () => Promise<TransportResponse>,
  ): Promise<TransportResponse> => {
    if (error !== undefined || isClosed) return send();
    const startedAt = new Date();
    const startedMs = performance.now();
    // The credential of a later attempt must not change what is recorded of this one.
    const sent = { ...init, headers: { ...init.headers } };
    const common = { url, init: sent, startedAt };
    let response: TransportResponse;
    try {
      response = await send();
    } catch (thrown) {
      const waited = performance.now() - startedMs;
      write({ ...common, waited, received: 0, response: undefined, error: failureCode(thrown) }, credential);
      throw thrown;
    }
    if (!isResponse(response)) return response;
    const { status, headers: received } = response;
    const answeredMs = performance.now();
    const header = (name: string): string | undefined => received.get(name) ?? undefined;
    const recorded: RecordedResponse = new RecordedResponse(response, maxBodyBytes, (body, end) => {
      queueMicrotask(() => pending.delete(recorded));
      const times = { waited: answeredMs - startedMs, received: performance.now() - answeredMs };
      write({ ...common, ...times, response: { status, header, body, end }, error: undefined }, credential);
    });
    pending.add(recorded);
    return recorded;
  };

  /** Reads the whole file again, with every secret that was seen in the meantime. */
  const checkFile = async (): Promise<void> => {
    let count = 0;
    try {
      for await (const entry of file.entries()) {
        count += 1;
        if (isLeaking(entry, JSON.stringify(entry)))
          return fail('secret', 'A secret was written before it was identified as a secret.');
      }
    } catch (thrown) {
      // A broken entry. Its text may be secret, and a SyntaxError quotes it.
      if ((thrown as Error).name !== 'SyntaxError')
        return fail('file', `The file cannot be read: ${failureCode(thrown)}.`);
      count = -1;
    }
    if (count !== file.count)
      fail('file', 'The file was changed during the recording. Give each recorder its own file.');
  };

  const close = async (): Promise<{ readonly entries: number }> => {
    for (const response of pending) response.end('cancelled');
    isClosed = true;
    file.close();
    if (error === undefined) await checkFile();
    if (error !== undefined) throw error;
    return { entries: file.count };
  };

  return {
    transport({ credential, fetch = platformFetch } = {}) {
      if (isClosed) throw new ConfigError('recorder', 'was closed; create another one');
      const record = (url: string, init: TransportInit) => observe(url, init, credential, () => fetch(url, init));
      if (fetch.withCancellation === undefined) return record;
      const cancellable: NonNullable<Transport['withCancellation']> = (url, init, cancellation) =>
        observe(url, init, credential, () => fetch.withCancellation!(url, init, cancellation));
      return Object.assign(record, { withCancellation: cancellable });
    },
    get error() {
      return error;
    },
    close,
    async [Symbol.asyncDispose]() {
      await close();
    },
  };
}

function createFile(path: string): HarFile {
  try {
    return new HarFile(path);
  } catch (thrown) {
    throw new ConfigError('file', `cannot be created: ${failureCode(thrown)}. Choose a folder that you can write to`);
  }
}

function placeOf({ url, init: { method } }: Exchange): RequestPlace {
  return { operation: undefined, method, path: URL.canParse(url) ? new URL(url).pathname : '/', attempts: 1 };
}

/** Calls a function of the caller that returns a text. @throws {CallbackError} when it fails or returns something else */
function callText(name: string, place: RequestPlace, call: () => string): string {
  const text: unknown = guardCallback(name, place, call);
  if (typeof text === 'string') return text;
  if (isThenable(text)) text.then(undefined, () => undefined);
  throw new CallbackError(place, name, 'it must return a text');
}

/** A transport of the caller can return anything. The engine says what is wrong with it. */
function isResponse(value: unknown): value is TransportResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, body } = value as Partial<TransportResponse>;
  return typeof status === 'number' && typeof headers?.get === 'function' && body !== undefined;
}

/** Every text in an entry. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
