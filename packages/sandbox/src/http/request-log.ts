import type { SandboxRequest } from './request.ts';

const keptRequests = 1000;
const shownHeaders = new Set([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'host',
  'traceparent',
  'user-agent',
]);
const shownParameters = new Set(['$filter', '$select', '$orderby', 'filter', 'sort']);

/** One request in the log. It contains no secrets. */
export interface LoggedRequest {
  /** ISO 8601, by the sandbox's clock. */
  readonly at: string;
  readonly method: string;
  /** The path as sent. */
  readonly path: string;
  /** The query. The values of all parameters except the query options are redacted. */
  readonly query: string;
  readonly operationId: string | undefined;
  /** The security scheme that authenticated the request. */
  readonly scheme: string | undefined;
  /** Names of query parameters that the operation does not have and that were ignored. Undefined if there are none. */
  readonly ignored?: readonly string[] | undefined;
  /** Header names are in lower case. Values are redacted unless the header is on an allow-list. */
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly durationMs: number;
  /** Whether a fault was applied. */
  readonly fault: boolean;
}

/** The last 1,000 requests, without their secrets. */
export interface RequestLog {
  add(request: SandboxRequest, result: RequestResult): void;
  list(): LoggedRequest[];
  clear(): void;
}

/** What the service knows about a request when it has a response. */
export interface RequestResult extends Omit<LoggedRequest, 'at' | 'method' | 'path' | 'query' | 'headers'> {
  readonly at: Date;
}

/** `onRequest` is called with each request when it ends. */
export function createRequestLog(onRequest?: (request: LoggedRequest) => void): RequestLog {
  let kept: LoggedRequest[] = [];
  let lastTime = Number.NaN;
  let lastText = '';
  /** Many requests share a millisecond, and formatting a date takes longer than parsing a query. */
  const isoText = (at: Date): string => {
    if (at.getTime() !== lastTime) {
      lastText = at.toISOString();
      lastTime = at.getTime();
    }
    return lastText;
  };
  return {
    add(request, { at, ...result }) {
      const entry = {
        ...result,
        at: isoText(at),
        method: request.method,
        path: request.path,
        query: redactQuery(request.query),
        headers: redactHeaders(request),
      };
      // Dropping half the list at once: removing the first entry on every request would cost more than the request.
      if (kept.push(entry) >= 2 * keptRequests) kept = kept.slice(-keptRequests);
      onRequest?.(entry);
    },
    list: () => kept.slice(-keptRequests),
    clear() {
      kept = [];
    },
  };
}

function redactHeaders(request: SandboxRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headerEntries()) headers[name] = shownHeaders.has(name) ? value : '[redacted]';
  return headers;
}

function redactQuery(query: string): string {
  if (query === '') return query;
  return query
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals < 0 || shownParameters.has(safeDecode(part.slice(0, equals)))
        ? part
        : `${part.slice(0, equals)}=[redacted]`;
    })
    .join('&');
}

function safeDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
