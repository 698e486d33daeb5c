import type { LoggedRequest, PlainRequest } from '../contract.ts';

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

/** The last 1,000 requests, without their secrets. */
export interface RequestLog {
  add(request: PlainRequest, outcome: Omit<LoggedRequest, 'method' | 'path' | 'query' | 'headers'>): void;
  list(): LoggedRequest[];
  clear(): void;
}

/** `onRequest` hears of each request as it ends. */
export function createRequestLog(onRequest?: (request: LoggedRequest) => void): RequestLog {
  let kept: LoggedRequest[] = [];
  return {
    add(request, outcome) {
      const entry = {
        ...outcome,
        method: request.method,
        path: request.path,
        query: redactQuery(request.query),
        headers: redactHeaders(request),
      };
      // Cut in halves: shifting one off a full list at every request would cost more than the request.
      if (kept.push(entry) >= 2 * keptRequests) kept = kept.slice(-keptRequests);
      onRequest?.(entry);
    },
    list: () => kept.slice(-keptRequests),
    clear() {
      kept = [];
    },
  };
}

function redactHeaders(request: PlainRequest): Record<string, string> {
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
