import { type BodyBeginning, keptLength } from './observed-request.ts';
import { maskSecrets, redactForm, redactHeaders, redactQuery } from './redact.ts';
import { mediaTypeOf, type RequestHeaders, type SandboxRequest } from './request.ts';
import type { SandboxResponse } from './response.ts';

const keptRequests = 1000;
/** Maximum length of a reason, in characters. A reason can quote the request. */
const maxReason = 1000;
/** Maximum length of the name of an ignored query parameter, in characters. */
const maxName = 100;

/** One request in the log. It contains no secrets. */
export interface LoggedRequest {
  /** Number of the request in this sandbox, starting at 1. A reset does not restart the count. */
  readonly id: number;
  /** ISO 8601, by the sandbox's clock. */
  readonly at: string;
  /** `?` for a request whose first line is not HTTP. */
  readonly method: string;
  /** The path as sent. `(unreadable)` for a request whose first line is not HTTP. */
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
  /** Why the service refused the request; undefined if it did not. At most 1,000 characters. */
  readonly reason: string | undefined;
  /** Whether a fault was applied. */
  readonly fault: boolean;
  /** The settings of that fault, as the fault header takes them: `status=503;retry-after=2`. */
  readonly effect: string | undefined;
}

/** One request in the log, with the beginnings of its body and of the response's. It contains no secrets. */
export interface RequestDetail extends LoggedRequest {
  /** The first 2,048 characters. Undefined if the request has no body, or if the service did not read it. */
  readonly body: string | undefined;
  /** Whether the body may have more than `body`. */
  readonly isBodyCut: boolean;
  /** Whether the request could not be parsed as HTTP. Then only its first line may be known. */
  readonly isUnread: boolean;
  readonly response: {
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    /** The first 2,048 characters, or a sentence in parentheses about a body that is not text. */
    readonly body: string;
    /** Whether the body has more than its first 2,048 characters. */
    readonly isCut: boolean;
  };
}

/** The last 1,000 requests, without their secrets. */
export interface RequestLog {
  add(request: SandboxRequest, result: RequestResult): void;
  list(): LoggedRequest[];
  /** One of the requests; undefined if it is not in the log. */
  detail(id: number): RequestDetail | undefined;
  clear(): void;
}

/** What the service knows about a request when it has a response. */
interface RequestResult
  extends Pick<LoggedRequest, 'operationId' | 'scheme' | 'ignored' | 'durationMs' | 'fault' | 'effect'> {
  readonly at: Date;
  /** The first bytes of the request's body, if the service has read it. */
  readonly body?: Uint8Array | undefined;
  readonly response: Pick<SandboxResponse, 'status' | 'headers' | 'reason'>;
  readonly beginning: BodyBeginning;
}

/** A request as it arrived. It is redacted only when somebody reads it, because most are never read. */
interface KeptRequest extends Pick<SandboxRequest, 'method' | 'path' | 'query'>, Omit<RequestResult, 'response'> {
  readonly id: number;
  readonly headers: RequestHeaders;
  readonly isUnread: boolean;
  /** Without the body, which may be large. */
  readonly status: number;
  readonly responseHeaders: SandboxResponse['headers'];
  readonly reason: string | undefined;
  /** The result of {@link redact}. */
  redacted: RedactedRequest | undefined;
}

interface RedactedRequest {
  readonly entry: LoggedRequest;
  readonly secrets: readonly string[];
}

/** `onRequest` is called with each request when it ends. */
export function createRequestLog(onRequest?: (request: LoggedRequest) => void): RequestLog {
  let kept: KeptRequest[] = [];
  let nextId = 1;
  return {
    add(request, { at, operationId, scheme, ignored, durationMs, fault, effect, body, response, beginning }) {
      const added: KeptRequest = {
        id: nextId++,
        at,
        method: request.method,
        path: request.path,
        query: request.query,
        headers: request.headers(),
        isUnread: request.refusal !== undefined,
        body,
        operationId,
        scheme,
        ignored,
        durationMs,
        fault,
        effect,
        status: response.status,
        responseHeaders: response.headers,
        reason: response.reason,
        beginning,
        redacted: undefined,
      };
      // Removes half of the list at once: removing the first entry on every request would cost more than the request
      // itself.
      if (kept.push(added) >= 2 * keptRequests) kept = kept.slice(-keptRequests);
      onRequest?.(redact(added).entry);
    },
    list: () => kept.slice(-keptRequests).map((request) => redact(request).entry),
    detail(id) {
      const found = kept.slice(-keptRequests).find((request) => request.id === id);
      return found === undefined ? undefined : detailOf(found);
    },
    clear() {
      kept = [];
    },
  };
}

function redact(kept: KeptRequest): RedactedRequest {
  return (kept.redacted ??= withoutSecrets(kept));
}

function withoutSecrets(kept: KeptRequest): RedactedRequest {
  const { id, at, method, path, operationId, scheme, ignored, status, durationMs, reason, fault, effect } = kept;
  const query = redactQuery(kept.query);
  const headers = redactHeaders(kept.headers);
  const secrets = query.secrets.length === 0 ? headers.secrets : [...query.secrets, ...headers.secrets];
  const entry: LoggedRequest = {
    id,
    at: isoText(at),
    method,
    path,
    query: query.value,
    operationId,
    scheme,
    ...(ignored !== undefined && { ignored: ignored.map((name) => maskSecrets(name, secrets).slice(0, maxName)) }),
    headers: headers.value,
    status,
    durationMs,
    reason: reason === undefined ? undefined : maskSecrets(reason, secrets).slice(0, maxReason),
    fault,
    effect,
  };
  return { entry, secrets };
}

function detailOf(kept: KeptRequest): RequestDetail {
  const { entry, secrets } = redact(kept);
  const { body, beginning, responseHeaders } = kept;
  const isForm = mediaTypeOf(kept.headers['content-type']) === 'application/x-www-form-urlencoded';
  const sent = body === undefined ? undefined : new TextDecoder().decode(body);
  const form = sent === undefined || !isForm ? undefined : redactForm(sent);
  const all = [...secrets, ...(form?.secrets ?? [])];
  const isBodyCut = body?.length === keptLength;
  const mask = (text: string, isCut = false): string => maskSecrets(text, all, isCut);
  return {
    ...entry,
    body: sent === undefined ? undefined : (form?.value ?? mask(sent, isBodyCut)),
    isBodyCut,
    isUnread: kept.isUnread,
    response: {
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, value]) => [
          name,
          typeof value === 'string' ? mask(value) : value.map((item) => mask(item)),
        ]),
      ),
      body: mask(textOf(beginning, responseHeaders), beginning.isCut ?? true),
      isCut: beginning.isCut ?? false,
    },
  };
}

function textOf({ chunk }: BodyBeginning, headers: SandboxResponse['headers']): string {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && chunk.length > 0) return `(a body in the content coding ${String(encoding)})`;
  return typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
}

let lastTime = Number.NaN;
let lastText = '';

/** Many requests share a millisecond, and formatting a date takes longer than parsing a query. */
function isoText(at: Date): string {
  if (at.getTime() !== lastTime) {
    lastText = at.toISOString();
    lastTime = at.getTime();
  }
  return lastText;
}
