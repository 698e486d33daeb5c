import { guardCallback } from '../callbacks/guard-callback.ts';
import { AbortedError, loadPart, NetworkError, type RequestPlace, TimeoutError } from '../errors/request-error.ts';
import { CallbackError } from '../errors/callback-error.ts';
import { isSynclineError } from '../errors/syncline-error.ts';
import { type Scrub, scrubber } from '../secrets/scrub.ts';
import { Cancellation, type Clock, withTimeLimit } from '../time/clock.ts';
import { isThenable } from '../values/foreign.ts';
import type { ClientRequest } from './client-request.ts';

/** The limits of one call, checked and with their defaults. */
export interface CallLimits {
  /** Milliseconds for one attempt, and for the silence between two chunks of a stream */
  readonly timeout: number;
  /** Milliseconds for the whole call */
  readonly deadline: number;
  /** How many times a failed attempt may be repeated; 0 or more */
  readonly retries: number;
  /** Whether the caller reads the body while it arrives, instead of the engine. @default false */
  readonly streaming?: boolean;
  /** Whether `deadline` limits a whole stream, and not only the time until its first record and between two. @default false */
  readonly deadlineBoundsStream?: boolean;
  /** The caller's signal */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds on the monotonic clock from which the deadline counts. @default when the call begins */
  readonly startedAt?: number | undefined;
}

/** What happens during a call. No event contains a secret. */
export type CallEvent =
  | {
      readonly type: 'attempt';
      /** Counts from 1 */
      readonly attempt: number;
      readonly milliseconds: number;
      /** Undefined if no response arrived */
      readonly status: number | undefined;
      /** The code of the error if no response arrived */
      readonly error: string | undefined;
      /** The id that the service gave the request, if the client knows its header */
      readonly requestId: string | undefined;
    }
  | {
      readonly type: 'wait';
      /** The attempt that failed */
      readonly attempt: number;
      readonly milliseconds: number;
      readonly retryAfterSeconds: number | undefined;
    }
  | { readonly type: 'refusal'; readonly reason: 'budget' | 'retry-after' | 'deadline' | 'redirect' | 'credential' };

/** Receives the events of one call. */
export interface CallObserver {
  onEvent(event: CallEvent): void;
  /** The call has ended; for a stream, after its last record. `error` is undefined if the call succeeded */
  onEnd?(error: unknown, status: number | undefined, call: RequestPlace): void;
}

/**
 * The state of one call, from its first attempt to its end. This object owns that state, and nothing else changes it:
 * how many attempts were made, when the call must end, what it is waiting for, which secrets it used, and whether it
 * has ended. Other files report to it what begins (`beginAttempt`, `run`, `pause`), which secrets are used
 * (`addSecrets`), and that the call has ended (`end`). They keep no part of that state, and put no callback on a
 * request. Everything else that flows through the engine is immutable, except that a credential adds to the
 * `AttemptRequest` before it is sent.
 *
 * The caller's abort and both time limits arrive here, whatever the call is waiting for. They cancel the attempt that
 * is under way, and fail the step that is waiting.
 */
export class CallContext implements RequestPlace {
  declare readonly request: ClientRequest;
  declare readonly limits: CallLimits;
  declare readonly clock: Clock;
  /** Milliseconds on the monotonic clock */
  #deadlineFrom: number;
  /** Headers of every request of this attempt, in addition to its own */
  attemptHeaders: Readonly<Record<string, string>> | undefined;
  /** The id that the service gave the request of this attempt, which the client reads from the response */
  requestId: string | undefined;
  /** What the call is waiting for, if it is not the service. The error of a time limit names it */
  waitingFor: (() => string) | undefined;
  /** Removes the secrets that the call did not use itself, such as those that its credential has now */
  alsoScrub: (text: string) => string = String;
  attempts = 0;
  /** Cancels the attempt whose connection is open, also while a stream is read */
  #cancellation: Cancellation | undefined;
  /** Fails the step that the call is waiting for at the moment */
  #interrupt: ((error: unknown) => void) | undefined;
  readonly #onAbort = (): void => {
    const error = new AbortedError(this, this.limits.signal?.reason);
    this.#cancellation?.cancel(error);
    this.#interrupt?.(error);
  };
  /** Receives the events, until the call has ended. Without one, `observer?.onEvent({ … })` creates no event */
  observer: CallObserver | undefined;
  /** The secrets that were used; with the first text that leaves, also the query */
  readonly #secrets: string[] = [];
  #scrub: Scrub | undefined;

  constructor(request: ClientRequest, limits: CallLimits, clock: Clock, observer?: CallObserver | undefined) {
    this.request = request;
    this.limits = limits;
    this.clock = clock;
    this.#deadlineFrom = limits.startedAt ?? clock.now();
    this.observer = observer;
    limits.signal?.addEventListener('abort', this.#onAbort);
  }

  get operation(): string | undefined {
    return this.request.operation;
  }

  get method(): string {
    return this.request.method;
  }

  get path(): string {
    return this.scrub(this.request.path);
  }

  /** Milliseconds until the deadline */
  get remaining(): number {
    return this.#deadlineFrom + this.limits.deadline - this.clock.now();
  }

  /** The caller of a stream has taken records and asks for more: now the deadline counts from here. */
  restartDeadline(): void {
    if (!this.limits.deadlineBoundsStream) this.#deadlineFrom = this.clock.now();
  }

  /** Remembers secrets that a request of this call carries. */
  addSecrets(secrets: readonly string[]): void {
    this.#secrets.push(...secrets);
  }

  /**
   * Removes from a text the secrets that this call used, even if they were rotated since, and the query that it sent.
   * Costs nothing until a text is shown.
   *
   * @param isCut - whether the text may end with the beginning of a secret
   */
  scrub(text: string, isCut?: boolean): string {
    if (!this.#scrub) {
      this.addSecrets((/\?([^#]*)/.exec(this.request.url)?.[1] ?? '').split('&'));
      this.#scrub = scrubber(this.#secrets);
    }
    return this.alsoScrub(this.#scrub(text, isCut));
  }

  /** The error of a function that the caller passed and that returned a wrong value. */
  wrongValue(callback: string, rule: string): CallbackError {
    return new CallbackError(this, callback, rule);
  }

  /**
   * @throws {AbortedError} when the caller has aborted before the call or between two steps, while nothing was waiting
   */
  throwIfAborted(): void {
    const { signal } = this.limits;
    if (signal?.aborted) throw new AbortedError(this, signal.reason);
  }

  /** Counts an attempt and returns the object that cancels it. */
  beginAttempt(headers?: Readonly<Record<string, string>>): Cancellation {
    this.attemptHeaders = headers;
    this.attempts += 1;
    this.requestId = undefined;
    this.waitingFor = undefined;
    return (this.#cancellation = new Cancellation());
  }

  /**
   * Waits for one step of the call: an attempt, or a chunk of a stream. When the time is up or the caller aborts, it
   * cancels the attempt and fails the step immediately, even if the step ignores the cancellation. Steps follow one
   * another: a step that began inside another one would take its place, and an abort would not end the outer one.
   *
   * @param remaining - milliseconds until the deadline; `Infinity` if the deadline does not apply to this step
   * @throws {TimeoutError} when `timeout` or `remaining` passes
   * @throws {AbortedError} when the caller aborts
   */
  run<Value>(remaining: number, step: () => Promise<Value>): Promise<Value> {
    const { timeout, deadline } = this.limits;
    const isLast = remaining <= timeout;
    return withTimeLimit(
      this.clock,
      isLast ? Math.max(0, remaining) : timeout,
      (interrupt) => {
        this.#interrupt = interrupt;
        return step();
      },
      () => {
        const limit = isLast ? 'deadline' : 'timeout';
        const error = new TimeoutError(this, limit, isLast ? deadline : timeout, this.waitingFor?.());
        this.#cancellation?.cancel(error);
        return error;
      },
    );
  }

  /**
   * Waits for something that comes over the network outside an attempt, such as a chunk of a stream.
   *
   * @throws {NetworkError} when it does not arrive
   */
  async receive<Value>(step: () => Promise<Value>): Promise<Value> {
    try {
      return await this.run(this.remaining, step);
    } catch (error) {
      throw this.toError(error);
    }
  }

  /** Loads a part of the client, outside an attempt. @throws {NetworkError} when it does not load, or not in time */
  load<Part>(load: () => Promise<Part>): Promise<Part> {
    return this.receive(() => loadPart(load, this));
  }

  /** The error of a step that failed. A foreign error means that no complete response arrived. */
  toError(thrown: unknown): unknown {
    if (isSynclineError(thrown)) return thrown;
    const scrub = (text: string): string => this.scrub(text);
    const origin = this.request.url.split('/', 3).join('/');
    return new NetworkError(this, thrown, scrub, `no complete response from ${scrub(origin)}`);
  }

  /**
   * Waits between two attempts.
   *
   * @throws {AbortedError} when the caller aborts, at once
   */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.clock.wait(milliseconds, resolve);
      this.#interrupt = (error) => {
        cancel();
        reject(error);
      };
    });
  }

  /**
   * Ends the call: removes the listener from the caller's signal and reports how the call ended. Later calls have no
   * effect.
   */
  end(error: unknown, status?: number): void {
    this.limits.signal?.removeEventListener('abort', this.#onAbort);
    this.#cancellation = undefined;
    this.#interrupt = undefined;
    const observer = this.observer;
    this.observer = undefined;
    observer?.onEnd?.(error, status, this);
  }
}

/**
 * Calls a function that the caller passed. While the call waits for it, the error of a time limit names it. A function
 * instead of a method, because a token request does not need it.
 *
 * @param check - returns the rule that a value breaks
 * @throws {CallbackError} when the function fails or returns a wrong value
 */
export function guardInCall<Result>(
  context: CallContext,
  callback: string,
  call: () => Result | PromiseLike<Result>,
  check?: (value: unknown) => string | false | undefined,
): Result | Promise<Result> {
  const result = guardCallback(callback, context, call, check);
  if (!isThenable(result)) return result;
  const waitingFor = () => callback;
  // The function may have said itself what it waits for.
  context.waitingFor ??= waitingFor;
  const done = (): void => {
    // A function that comes back late must not hide what a later attempt waits for.
    if (context.waitingFor === waitingFor) context.waitingFor = undefined;
  };
  result.then(done, done);
  return result;
}
