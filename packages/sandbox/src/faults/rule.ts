import type { OperationId } from '@syncline/openapi';
import type { BodyName } from './bodies.ts';

/**
 * What a fault does to an answer. Whatever is left out stays as the service would have answered.
 *
 * @example
 * const effect: FaultEffect = { status: 503, retryAfter: 30, retryAfterForm: 'imf', delay: '250ms' };
 */
export interface FaultEffect {
  /** Status from 200 to 599, with an error body of the interface's own shape from 400 up. */
  readonly status?: number;
  /** `Retry-After`: seconds, or any text, sent as it is. */
  readonly retryAfter?: number | string;
  /** How seconds are written: as a number, or as one of HTTP's three dates. @default 'seconds' */
  readonly retryAfterForm?: 'seconds' | 'imf' | 'rfc850' | 'asctime';
  /** Headers added or replaced; `{request}` stands for an account of the request, percent-encoded. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A header of this many bytes more. */
  readonly headerBytes?: number;
  /** Another body, by name. */
  readonly body?: BodyName;
  /** Another body, as it is; `{request}` stands for an account of the request, method, address and headers, escaped for a JSON string. */
  readonly text?: string;
  /** `null` sends none. */
  readonly contentType?: string | null;
  /** Compresses the body; `cut` ends before its end, `bomb` grows to 256 MiB, `none` says gzip and sends the body as it is. */
  readonly gzip?: 'whole' | 'cut' | 'bomb' | 'none';
  /** Sends the body in Brotli's format; `cut` ends before its end. */
  readonly brotli?: 'whole' | 'cut';
  /** `Location`: `self` is the request's own address, anything else goes out as it is, with `{request}` as in `headers`. Status 302 unless another is given. */
  readonly redirect?: string;
  /** Lifetime that the token endpoint tells, whatever the truth; `null` tells none. Other operations know none. */
  readonly expiresIn?: number | string | null;
  /** Time before the first byte: milliseconds or `'2s'`. */
  readonly delay?: number | string;
  /** Time between two pieces of 16 bytes of the body. */
  readonly drip?: number | string;
  /** Time between two bytes of status line and headers. */
  readonly headerDrip?: number | string;
  /** An interim answer (103) with this `Link` comes first. */
  readonly earlyHints?: string;
  /** Sent instead of an HTTP answer, as it is; the connection is closed after it. */
  readonly raw?: string;
  /** Bytes of the body before `socket` cuts, ends or stalls it; half of it where this is left out. Alone it cuts. */
  readonly cutAfter?: number;
  /**
   * Before any byte, `reset` tears the connection down, `close` closes it in order, and `hang` leaves it silent. In the body, `cut`
   * tears it down, `end` closes it in order as if that had been all, and `stall` leaves it silent.
   */
  readonly socket?: 'reset' | 'close' | 'hang' | 'cut' | 'end' | 'stall';
  /** The service goes down for this long: the connection is reset, its port refuses every other, and then it listens again. */
  readonly outage?: number | string;
}

/**
 * An effect, and which requests it meets.
 *
 * @example
 * const rules: FaultRule[] = [{ operation: 'runQuery', probability: 0.2, socket: 'reset' }, { after: 10, times: 3, status: 500 }];
 */
export interface FaultRule extends FaultEffect {
  /** An operation, or `*` for all requests. @default '*' */
  readonly operation?: OperationId | '*';
  /** How many requests it meets before it is used up. @default unlimited in rules, 1 by `next` */
  readonly times?: number;
  /** How many requests that it could meet it lets pass first. @default 0 */
  readonly after?: number;
  /** Share of requests it meets, from 0 to 1, drawn with the sandbox's seed. @default 1 */
  readonly probability?: number;
}
