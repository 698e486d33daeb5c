import { AbortedError } from '../errors/aborted-error.ts';
import type { RequestPlace } from '../errors/request-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { Cancellation } from '../time/cancellation.ts';
import { type Clock, withTimeLimit } from '../time/clock.ts';
import type { ClientRequest } from './client-request.ts';

/** The limits of one call, checked and with their defaults. */
export interface CallLimits {
  /** Milliseconds for one attempt, and for the silence between two chunks of a stream */
  readonly timeout: number;
  /** Milliseconds for the whole call */
  readonly deadline: number;
  /** How many times a failed attempt may be repeated; 0 or more */
  readonly retries: number;
  /** Whether the caller reads the body while it arrives. Otherwise the engine reads it first */
  readonly streaming: boolean;
  /** Whether `deadline` limits a whole stream, and not only the time until its first record and between two */
  readonly deadlineBoundsStream: boolean;
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
  onEnd?(error: unknown, status: number | undefined): void;
}

/**
 * The state of one call, from its first attempt to its end. This object owns that state, and nothing else changes it:
 * how many attempts were made, when the call must end, what it is waiting for, and whether it has ended. Other files
 * tell it what begins (`beginAttempt`, `run`, `pause`) and that the call has ended (`end`). They keep no part of that
 * state, and put no callback on a request. Everything else that flows through the engine is immutable, except that a
 * credential adds to the `AttemptRequest` before it is sent.
 *
 * The caller's abort and both time limits arrive here, whatever the call is waiting for. They cancel the attempt that
 * is under way, and fail the step that is waiting.
 */
export class CallContext implements RequestPlace {
  readonly request: ClientRequest;
  readonly limits: CallLimits;
  readonly clock: Clock;
  /** Milliseconds on the monotonic clock */
  readonly startedAt: number;
  #deadlineFrom: number;
  #attempts = 0;
  /** Cancels the attempt whose connection is open, also while a stream is read */
  #cancellation: Cancellation | undefined;
  /** Fails the step that the call is waiting for at the moment */
  #interrupt: ((error: unknown) => void) | undefined;
  readonly #onAbort: (() => void) | undefined;
  #observer: CallObserver | undefined;

  constructor(request: ClientRequest, limits: CallLimits, clock: Clock, observer?: CallObserver | undefined) {
    this.request = request;
    this.limits = limits;
    this.clock = clock;
    this.startedAt = limits.startedAt ?? clock.now();
    this.#deadlineFrom = this.startedAt;
    this.#observer = observer;
    const { signal } = limits;
    if (signal === undefined) return;
    this.#onAbort = () => {
      const error = new AbortedError(this, signal.reason);
      this.#cancellation?.cancel(error);
      this.#interrupt?.(error);
    };
    signal.addEventListener('abort', this.#onAbort);
  }

  get operation(): string | undefined {
    return this.request.operation;
  }

  get method(): string {
    return this.request.method;
  }

  get path(): string {
    return this.request.path;
  }

  get attempts(): number {
    return this.#attempts;
  }

  /** Milliseconds until the deadline */
  get remaining(): number {
    return this.#deadlineFrom + this.limits.deadline - this.clock.now();
  }

  /** The caller of a stream has taken records and asks for more: now the deadline counts from here. */
  restartDeadline(): void {
    if (!this.limits.deadlineBoundsStream) this.#deadlineFrom = this.clock.now();
  }

  /** Passes an event to the observer. */
  report(event: CallEvent): void {
    this.#observer?.onEvent(event);
  }

  /**
   * @throws {AbortedError} when the caller has aborted before the call or between two steps, while nothing was waiting
   */
  throwIfAborted(): void {
    const { signal } = this.limits;
    if (signal?.aborted) throw new AbortedError(this, signal.reason);
  }

  /** Counts an attempt and returns the object that cancels it. */
  beginAttempt(): Cancellation {
    this.#attempts += 1;
    return (this.#cancellation = new Cancellation());
  }

  /**
   * Waits for one step of the call: an attempt, or a chunk of a stream. When the time is up or the caller aborts, it
   * cancels the attempt and fails the step at once, even if the step ignores the cancellation.
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
        const error = new TimeoutError(this, isLast ? 'deadline' : 'timeout', isLast ? deadline : timeout);
        this.#cancellation?.cancel(error);
        return error;
      },
    );
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
    if (this.#onAbort !== undefined) this.limits.signal?.removeEventListener('abort', this.#onAbort);
    this.#cancellation = undefined;
    this.#interrupt = undefined;
    const observer = this.#observer;
    this.#observer = undefined;
    observer?.onEnd?.(error, status);
  }
}
