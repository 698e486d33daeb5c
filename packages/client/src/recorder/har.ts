/** A name and a value, as HAR lists headers and query parameters. */
export interface HarField {
  readonly name: string;
  readonly value: string;
}

/** One request and its response (HAR 1.2, section "entries"). */
export interface HarEntry {
  /** ISO 8601 */
  readonly startedDateTime: string;
  /** Milliseconds */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarField[];
    readonly queryString: readonly HarField[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly response: {
    /** 0 if no response arrived */
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarField[];
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      /** Missing if the body was not recorded; `comment` says why */
      readonly text?: string;
      readonly comment?: string;
    };
    readonly redirectURL: string;
    readonly headersSize: -1;
    readonly bodySize: -1;
    /**
     * Why no response arrived, or not all of it: the code of the failure, such as `ECONNRESET`, or `CANCELLED` if the
     * client stopped reading
     */
    readonly _error?: string;
  };
  readonly cache: Readonly<Record<string, never>>;
  /** Milliseconds. `wait` ends with the first byte of the response */
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}
