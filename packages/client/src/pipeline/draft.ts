import type { CallOptions } from '../options/client-options.ts';
import { checkMilliseconds, checkRetry } from '../options/check-number.ts';
import type { RequestPlace } from '../errors/syncline-error.ts';
import type { Answer } from './answer.ts';

/** What is wanted of an answer: a decoded value, instead of the answer as it came. */
export interface Inquiry {
  readonly operation: string;
  /** Makes the call's value of the answer */
  readonly decode: (answer: Answer, draft: Draft) => unknown;
  /** Hand the body over as it arrives, instead of reading it first */
  readonly live?: boolean;
  readonly options?: CallOptions | undefined;
}

/** What a draft is made of beside its address. The limits count where no `inquiry` has options of its own. */
export interface DraftInit extends CallOptions {
  readonly method: string;
  /** Lower-case names. @default those of a call that sends and wants JSON */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly inquiry?: Inquiry;
}

const wanted = { accept: 'application/json' };

/** One call on its way through the pipeline, as plain data: no platform object is made before the transport. */
export class Draft implements RequestPlace {
  readonly url: string;
  readonly method: string;
  /** Lower-case names */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The caller's signal */
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
  readonly deadline: number | undefined;
  readonly retry: number | undefined;
  /** Absent for calls through `raw`, which get the answer as it is */
  readonly inquiry: Inquiry | undefined;
  attempts = 0;
  /** On the monotonic clock */
  endsAt = Number.POSITIVE_INFINITY;
  /** Ends whatever this call is waiting for at the moment, with the given error */
  stop: ((error: Error) => void) | undefined;
  /** Lets go of the caller's signal */
  release: (() => void) | undefined;
  /** Tells calls apart in events */
  id = 0;
  /** For a stream: says that it ended, and how */
  finish: ((error: unknown) => void) | undefined;

  constructor(url: string, init: DraftInit) {
    this.url = url;
    this.method = init.method;
    this.body = init.body;
    this.headers =
      init.headers ?? (init.body === undefined ? wanted : { ...wanted, 'content-type': 'application/json' });
    this.inquiry = init.inquiry;
    const { signal, timeout, deadline, retry } = init.inquiry?.options ?? init;
    this.signal = signal ?? undefined;
    this.timeout = checkMilliseconds('timeout', timeout);
    this.deadline = checkMilliseconds('deadline', deadline);
    this.retry = checkRetry(retry);
  }

  /** Below the origin, without a query */
  get path(): string {
    const { url } = this;
    const start = url.indexOf('/', url.indexOf('//') + 2);
    const query = url.indexOf('?');
    const end = query < 0 ? url.length : query;
    return start < 0 || start > end ? '/' : url.slice(start, end);
  }

  get operation(): string | undefined {
    return this.inquiry?.operation;
  }

  get live(): boolean {
    return this.inquiry?.live === true;
  }
}
