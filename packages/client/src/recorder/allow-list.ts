import { shownParameters } from '@syncline/core/internal';

/** What a recording shows of a request and a response. Everything else is replaced by `[redacted]`, or left out. */
export interface AllowList {
  /** Lower-case names of headers */
  readonly headers: ReadonlySet<string>;
  /** Names of query parameters */
  readonly parameters: ReadonlySet<string>;
}

/** Headers of requests and responses that carry no secret. */
const headers = [
  'accept',
  'accept-encoding',
  'accept-language',
  'allow',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
  'odata-maxversion',
  'odata-version',
  'prefer',
  'retry-after',
  'server',
  'traceparent',
  'user-agent',
  'vary',
  'www-authenticate',
];

/** The standard allow-list with the caller's names. */
export function createAllowList(moreHeaders: readonly string[], moreParameters: readonly string[]): AllowList {
  return {
    headers: new Set([...headers, ...moreHeaders.map((name) => name.toLowerCase())]),
    parameters: new Set([...shownParameters, ...moreParameters]),
  };
}
