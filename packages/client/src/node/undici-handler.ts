import { isError } from '@syncline/core/internal';
import type { Dispatcher } from 'undici';
import type { BodySource } from './body-source.ts';
import { NodeResponse } from './node-response.ts';

/** Bytes that may wait for their reader before the connection is paused. */
const highWaterMark = 256 * 1024;
/** What a chunk counts at least: the one-byte chunks of a hostile server take more memory than their bytes. */
const leastWeight = 1024;
const done = { done: true, value: undefined } as const;
const ignore = (): void => {};

/** One request and its response: undici calls it with what arrives, and the response's body is read from it. */
export class UndiciHandler implements Dispatcher.DispatchHandler, BodySource {
  /** Where the transport's list of open handlers has this one */
  place = -1;
  readonly #resolve: (response: NodeResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #ended: (handler: UndiciHandler) => void;
  readonly #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #paused = false;
  #over = false;
  #failed = false;
  #error: unknown;
  #wake: () => void = ignore;
  #responded = false;
  #reads = 0;
  #awaited = false;

  /** @param ended - called once, when the response is complete or abandoned */
  constructor(
    resolve: (response: NodeResponse) => void,
    reject: (error: unknown) => void,
    ended: (handler: UndiciHandler) => void,
    signal: AbortSignal | undefined,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#ended = ended;
    this.#signal = signal;
    signal?.addEventListener('abort', this);
  }

  /** Handles the signal's event. */
  handleEvent(): void {
    this.cancel(this.#signal?.reason);
  }

  /** Fails the pending promise at once, and closes the connection, now or as soon as it exists. */
  cancel(reason: unknown): void {
    if (this.#over) return;
    this.#fail(reason);
    this.#controller?.abort(asError(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failed) controller.abort(asError(this.#error));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (status < 200) return;
    this.#responded = true;
    this.#resolve(new NodeResponse(status, statusText, headers, this));
  }

  /** How often a part of the body was asked for; undefined while somebody waits for the response or a part of it. */
  get readsWhileIdle(): number | undefined {
    return this.#responded && !this.#awaited ? this.#reads : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#over) return;
    this.#chunks.push(chunk);
    this.#waiting += weightOf(chunk);
    if (this.#waiting >= highWaterMark) {
      this.#paused = true;
      controller.pause();
    }
    this.#wake();
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: unknown, error: unknown): void {
    if (this.#over) return;
    this.#fail(error);
  }

  async next(isDecoder = false): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!isDecoder) this.#reads += 1;
    for (;;) {
      const value = this.#chunks.shift();
      if (value !== undefined) {
        this.#waiting -= weightOf(value);
        if (this.#waiting < highWaterMark / 2) this.#unpause();
        return { done: false, value };
      }
      if (this.#failed) throw this.#error;
      if (this.#over) return done;
      this.#awaited ||= !isDecoder;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (!isDecoder) this.#awaited = false;
    }
  }

  decoding<Part>(part: Promise<Part>): Promise<Part> {
    this.#reads += 1;
    this.#awaited = true;
    const settle = () => {
      this.#awaited = false;
    };
    part.then(settle, settle);
    return part;
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#chunks = [];
    this.cancel(new DOMException('The body was cancelled', 'AbortError'));
    return done;
  }

  arrived(): Uint8Array | undefined {
    if (!this.#over || this.#failed) return undefined;
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }

  #unpause(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#controller?.resume();
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#error = error;
    this.#reject(error);
    this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended(this);
    this.#signal?.removeEventListener('abort', this);
    this.#wake();
  }
}

const weightOf = ({ length }: Uint8Array): number => Math.max(length, leastWeight);

const asError = (reason: unknown): Error => (isError(reason) ? reason : new Error('aborted'));
