import { ConfigError } from '../errors/config-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import { checkMilliseconds, checkRetry } from '../options/check-number.ts';
import type { RequestPlace } from '../errors/syncline-error.ts';
import type { Answer } from './answer.ts';

/** What a resource method adds to its call, under one name: openapi-fetch copies every other several times. */
export interface Inquiry {
  readonly operation: string;
  /** Makes the call's value of the answer */
  readonly decode: (answer: Answer, draft: Draft) => unknown;
  /** Hand the body over as it arrives, instead of reading it first */
  readonly live: boolean;
  readonly options: CallOptions | undefined;
}

/** What openapi-fetch hands to its `Request` option: the options of the call, with method, headers and body worked in. */
export interface DraftInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
  readonly timeout?: number;
  readonly deadline?: number;
  readonly retry?: number;
  readonly inquiry?: Inquiry;
}

/**
 * One call on its way through the pipeline, as plain data. It stands in for the platform's `Request` inside openapi-fetch, so that
 * none is made.
 */
export class Draft implements RequestPlace {
  readonly url: string;
  readonly method: string;
  /** Lower-case names */
  readonly headers: Record<string, string> = { accept: 'application/json' };
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
    // Values are percent-encoded, so a brace left over is a path parameter without a value.
    const unfilled = url.indexOf('{');
    if (unfilled >= 0) throw new ConfigError(url.slice(unfilled + 1, url.indexOf('}', unfilled)), 'is missing');
    this.url = url;
    this.method = init.method;
    init.headers.forEach((value, name) => {
      this.headers[name] = value;
    });
    this.body = init.body;
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
