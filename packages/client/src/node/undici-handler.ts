import type { Dispatcher } from 'undici';
import type { BodySource } from './body-source.ts';
import { NodeResponse } from './node-response.ts';

/** How many bytes may wait for their reader before the connection is paused. */
const highWaterMark = 256 * 1024;
const done = { done: true, value: undefined } as const;
const ignore = (): void => {};

/** One request and its response. undici reports what arrives, and the response's body reads it from here. */
export class UndiciHandler implements Dispatcher.DispatchHandler, BodySource {
  readonly #resolve: (response: NodeResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #ended: () => void;
  readonly #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #paused = false;
  #over = false;
  #failed = false;
  #error: unknown;
  #wake: () => void = ignore;

  /** @param ended - called once, when the response is complete or cancelled */
  constructor(
    resolve: (response: NodeResponse) => void,
    reject: (error: unknown) => void,
    ended: () => void,
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

  /** Fails a waiting reader at once, and closes the connection now or as soon as it is open. */
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
    if (status >= 200) this.#resolve(new NodeResponse(status, statusText, headers, this));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#over) return;
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
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

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const value = this.#chunks.shift();
      if (value !== undefined) {
        this.#waiting -= value.length;
        if (this.#waiting < highWaterMark / 2) this.#unpause();
        return { done: false, value };
      }
      if (this.#failed) throw this.#error;
      if (this.#over) return done;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
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
    this.#ended();
    this.#signal?.removeEventListener('abort', this);
    this.#wake();
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error('aborted'));
