import { AbortedError } from '../errors/aborted-error.ts';
import type { RequestPlace } from '../errors/request-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { Cancellation } from '../time/cancellation.ts';
import { type Clock, withTimeLimit } from '../time/clock.ts';
import type { ClientRequest } from './client-request.ts';

/** The limits of one call, checked and with their defaults. */
export interface CallLimits {
  /** Milliseconds for one attempt, and between two chunks of a stream */
  readonly timeout: number;
  /** Milliseconds for the whole call */
  readonly deadline: number;
  /** How often a failed attempt is repeated */
  readonly retries: number;
  /** Whether the body is handed over while it arrives, instead of being read first */
  readonly streaming: boolean;
  /** Whether `deadline` bounds the reading of a stream, too */
  readonly deadlineBoundsStream: boolean;
  /** The caller's signal */
  readonly signal: AbortSignal | undefined;
}

/** What happens while a call is under way. Nothing in an event is secret. */
export type CallEvent =
  | {
      readonly type: 'attempt';
      /** Counts from 1 */
      readonly attempt: number;
      readonly milliseconds: number;
      /** Undefined where no response arrived */
      readonly status: number | undefined;
      /** The code of the error where no response arrived */
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

/** Whoever wants to know how a call goes. */
export interface CallObserver {
  onEvent(event: CallEvent): void;
  /** The call is over; for a stream, its last record was read. `error` is undefined where it went well */
  onEnd(error: unknown, status: number | undefined): void;
}

/**
 * The state of one call, from its first attempt to its end. This object owns all of it and is the only one that changes it: how many
 * attempts were made, when the call must be over, what it waits for at the moment, and whether it has ended. Other files tell it
 * what begins (`beginAttempt`, `run`, `pause`) and that the call is over (`end`); none of them keeps a part of that state or puts a
 * callback on a request. Everything else that flows through the engine is immutable.
 *
 * An abort by the caller and the passing of a time limit both arrive here, once, whatever the call is waiting for: they cancel the
 * attempt under way and fail the step that waits.
 */
export class CallContext implements RequestPlace {
  readonly request: ClientRequest;
  readonly limits: CallLimits;
  readonly clock: Clock;
  /** On the monotonic clock */
  readonly startedAt: number;
  #attempts = 0;
  /** The attempt whose connection is open; kept while a stream is read */
  #cancellation: Cancellation | undefined;
  /** Fails the step that the call is waiting for */
  #interrupt: ((error: unknown) => void) | undefined;
  readonly #onAbort: (() => void) | undefined;
  #observer: CallObserver | undefined;

  constructor(request: ClientRequest, limits: CallLimits, clock: Clock, observer?: CallObserver | undefined) {
    this.request = request;
    this.limits = limits;
    this.clock = clock;
    this.startedAt = clock.now();
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
    return this.startedAt + this.limits.deadline - this.clock.now();
  }

  /** Milliseconds for which a stream may still be read */
  get streamRemaining(): number {
    return this.limits.deadlineBoundsStream ? this.remaining : Number.POSITIVE_INFINITY;
  }

  /** Tells the observer. */
  report(event: CallEvent): void {
    this.#observer?.onEvent(event);
  }

  /** @throws AbortedError if the caller aborted while nothing was waited for: before the call, or between two steps */
  throwIfAborted(): void {
    const { signal } = this.limits;
    if (signal?.aborted) throw new AbortedError(this, signal.reason);
  }

  /** Counts an attempt, and says how it will be cancelled. */
  beginAttempt(): Cancellation {
    this.#attempts += 1;
    return (this.#cancellation = new Cancellation());
  }

  /**
   * Waits for one step of the call: an attempt, or a chunk of a stream. If its time passes or the caller aborts, the attempt under way
   * is cancelled and the step fails at once, even if what it waits for ignores the cancellation.
   *
   * @param remaining - milliseconds until the deadline, as far as it applies to this step
   * @throws TimeoutError, AbortedError, or what the step fails with
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

  /** Waits between two attempts. An abort ends the pause at once. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.clock.wait(milliseconds, resolve);
      this.#interrupt = (error) => {
        cancel();
        reject(error);
      };
    });
  }

  /** The call is over: lets go of the caller's signal, and reports how the call ended. Only the first call counts. */
  end(error: unknown, status?: number): void {
    if (this.#onAbort !== undefined) this.limits.signal?.removeEventListener('abort', this.#onAbort);
    this.#cancellation = undefined;
    this.#interrupt = undefined;
    const observer = this.#observer;
    this.#observer = undefined;
    observer?.onEnd(error, status);
  }
}
