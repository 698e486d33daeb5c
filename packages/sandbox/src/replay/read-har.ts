import { ConfigError, replaceLinks, replaceNextMembers } from '@syncline/core/internal';
import { redacted } from '../http/redact.ts';
import { type SandboxResponse, ServiceError, errorResponse } from '../http/response.ts';
import { type MatchedOperation, matchOperation } from '../service/route.ts';

/**
 * Parses the text of a HAR file. The recorder of `@syncline/client` writes each entry as one line. If its process was
 * killed during a write, the file ends within that line. The entries before it are complete.
 *
 * @throws {SyntaxError} when the text is neither JSON nor such a file with a complete entry
 */
export function parseHar(text: string): { readonly har: unknown; readonly isCut: boolean } {
  try {
    return { har: JSON.parse(text), isCut: false };
  } catch (error) {
    const [head = '', ...lines] = text.split('\n');
    // A comma and a line break follow an entry when the next one is written.
    const entries = lines
      .slice(0, -1)
      .filter((line) => line.endsWith(','))
      .join('\n');
    if (entries === '') throw error;
    try {
      return { har: JSON.parse(`${head}${entries.slice(0, -1)}]}}`), isCut: true };
    } catch {
      throw error;
    }
  }
}

/** A recorded session: the content of a HAR file. */
export interface HarRecording {
  readonly log: {
    /** The requests and responses (HAR 1.2), in any order. */
    readonly entries: readonly unknown[];
  };
}

/** A recorded request for an operation, and the response that the sandbox sends. */
export interface RecordedCall extends MatchedOperation {
  readonly query: string;
  readonly body: string;
  readonly startedAt: string;
  readonly response: SandboxResponse;
}

/** The calls of a recording, oldest first. */
export interface ReadRecording {
  readonly calls: readonly RecordedCall[];
  /** Number of entries that are not requests for an operation. */
  readonly others: number;
}

/** Headers that belong to the recorded connection. The sandbox sends its own. */
const connectionHeaders = new Set([
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'proxy-connection',
  'server',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads a recording.
 *
 * @throws ConfigError naming the first entry and field that cannot be used
 */
export function readHar(har: unknown): ReadRecording {
  const entries = (har as Partial<HarRecording> | null)?.log?.entries;
  if (!Array.isArray(entries)) throw new ConfigError('replay', 'must be a HAR file: an object with log.entries');
  const calls: RecordedCall[] = [];
  for (const [index, entry] of entries.entries()) {
    const call = readEntry(entry, `replay.log.entries[${index}]`);
    if (call !== undefined) calls.push(call);
  }
  // Entries with the same time keep the order of the file.
  calls.sort((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0));
  return { calls, others: entries.length - calls.length };
}

function readEntry(entry: unknown, path: string): RecordedCall | undefined {
  const request = objectAt(entry, 'request', path);
  const response = objectAt(entry, 'response', path);
  const method = textAt(request, 'method', `${path}.request`);
  const address = textAt(request, 'url', `${path}.request`);
  if (!URL.canParse(address)) throw new ConfigError(`${path}.request.url`, 'must be an absolute URL');
  const url = new URL(address);
  const found = matchRecorded(method, url.pathname);
  if (found === undefined) return undefined;
  const postData = (request['postData'] ?? {}) as { readonly text?: unknown };
  const { startedDateTime } = entry as { readonly startedDateTime?: unknown };
  return {
    ...found,
    query: url.search.slice(1),
    body: typeof postData.text === 'string' ? postData.text : '',
    startedAt: typeof startedDateTime === 'string' ? (new Date(startedDateTime).toJSON() ?? '') : '',
    response: readResponse(response, found, url, `${path}.response`),
  };
}

/** A request that the service refused because of its address does not count as a request for an operation. */
function matchRecorded(method: string, path: string): MatchedOperation | undefined {
  try {
    return matchOperation(method, path);
  } catch {
    return undefined;
  }
}

function readResponse(
  response: Readonly<Record<string, unknown>>,
  { operation }: MatchedOperation,
  url: URL,
  path: string,
): SandboxResponse {
  const { status, _error: error } = response;
  if (status === 0) return { status: 502, headers: {}, body: '', plan: { socket: 'reset' } };
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    throw new ConfigError(`${path}.status`, `must be a status from 200 to 599, or 0 for a broken connection`);
  const content = objectAt(response, 'content', path);
  const text = bodyOf(content, `${path}.content`);
  if (text === undefined && Number(content['size'] ?? 0) > 0) {
    const name = operation.server === 'auth' ? 'auth' : operation.interface;
    const message = `The recording does not have the body of this response. ${String(content['comment'] ?? '')}`.trim();
    return errorResponse(name, new ServiceError(501, 'NotRecorded', message));
  }
  return {
    status: status as number,
    headers: headersOf(response['headers'], url, path),
    body: typeof text === 'string' ? replaceNextMembers(text, (to) => localLocation(to, url)) : (text ?? ''),
    ...(typeof error === 'string' && hasBroken(error, text) && { plan: { socket: 'cut' as const } }),
  };
}

/** A client that stops before the body, as for a redirect, has not seen the connection fail. */
function hasBroken(error: string, text: string | Uint8Array | undefined): boolean {
  return text !== undefined && (text.length > 0 || error !== 'CANCELLED');
}

function bodyOf({ text, encoding }: Readonly<Record<string, unknown>>, path: string): string | Uint8Array | undefined {
  if (typeof text !== 'string') return undefined;
  if (encoding !== 'base64') return text;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new ConfigError(`${path}.text`, 'must be base64, because its encoding is base64');
  }
}

function headersOf(list: unknown, url: URL, path: string): Record<string, string> {
  if (!Array.isArray(list)) throw new ConfigError(`${path}.headers`, 'must be an array');
  const headers: Record<string, string> = {};
  for (const [index, field] of (list as ({ name?: unknown; value?: unknown } | null)[]).entries()) {
    if (typeof field?.name !== 'string' || typeof field.value !== 'string')
      throw new ConfigError(`${path}.headers[${index}]`, 'must be an object with the strings name and value');
    const name = field.name.toLowerCase();
    const { value } = field;
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    if (connectionHeaders.has(name) || isForPages(name) || value.includes(redacted)) continue;
    const local = localHeader(name, value, url);
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${local}` : local;
  }
  return headers;
}

/** Which pages may read a response is decided by the option `cors`, not by the recorded service. */
function isForPages(name: string): boolean {
  return name.startsWith('access-control-');
}

function localHeader(name: string, value: string, url: URL): string {
  if (name === 'location') return localLocation(value, url);
  if (name !== 'link') return value;
  return replaceLinks(value, (to, kind) => {
    const local = localLocation(to, url);
    // The sandbox has the recorded resource at another address. An empty anchor is that resource at any.
    return kind === 'anchor' && local === url.pathname + url.search ? '' : local;
  });
}

/** An address within the recorded service stays within the sandbox. */
function localLocation(location: string, url: URL): string {
  if (!URL.canParse(location, url.href)) return location;
  const target = new URL(location, url.href);
  return target.origin === url.origin ? target.pathname + target.search : location;
}

function objectAt(value: unknown, name: string, path: string): Readonly<Record<string, unknown>> {
  const member: unknown = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (typeof member !== 'object' || member === null || Array.isArray(member))
    throw new ConfigError(`${path}.${name}`, 'must be an object');
  return member as Readonly<Record<string, unknown>>;
}

function textAt(value: Readonly<Record<string, unknown>>, name: string, path: string): string {
  const member = value[name];
  if (typeof member !== 'string') throw new ConfigError(`${path}.${name}`, 'must be a string');
  return member;
}
