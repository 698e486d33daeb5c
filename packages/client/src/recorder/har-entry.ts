import { nextTarget, replaceLinks, replaceNextMembers } from '@syncline/core/internal';
import type { AllowList } from './allow-list.ts';
import type { BodyEnd, Exchange } from './exchange.ts';
import type { HarEntry, HarField } from './har.ts';
import { cleanBody, formOf, isTokenRequest, redactForm, redactMembers, redactTokenResponse } from './redact-body.ts';
import { redacted, type WireSecrets } from './wire-secrets.ts';

/** How texts lose their secrets before they are recorded. */
interface Redaction {
  readonly allowed: AllowList;
  readonly secrets: WireSecrets;
  readonly positions: ListPositions;
  /** Removes the secrets of the credential from a text */
  readonly scrub: (text: string) => string;
  /** The caller's own changes to a body */
  readonly redact: (body: string, side: 'request' | 'response') => string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The HAR entry of an exchange, without its secrets. The secrets that the request carries are learned first, so that a
 * response that repeats them loses them too.
 */
export function harEntry(exchange: Exchange, redaction: Redaction): HarEntry {
  const { url, init, startedAt, waited, received, response } = exchange;
  const clean = (text: string): string => redaction.secrets.scrub(redaction.scrub(text));
  const contentType = init.headers['content-type'];
  // A file may be large, and a stream can be read once.
  const text = typeof init.body === 'object' ? '' : init.body;
  const form = formOf(text, contentType);
  const isToken = form !== undefined && isTokenRequest(form);
  const fields = requestHeaders(init.headers, redaction);
  const address = redactUrl(url, redaction);
  const sent =
    text === undefined
      ? undefined
      : redaction.redact(
          form === undefined
            ? cleanBody(redactMembers(text, redaction.secrets), clean)
            : redactForm(form, redaction.secrets, clean),
          'request',
        );
  const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
  return {
    startedDateTime: startedAt.toISOString(),
    time: rounded(waited + received),
    request: {
      method: init.method,
      url: clean(address.origin) + address.path(clean) + address.search(clean),
      httpVersion: 'unknown',
      cookies: [],
      headers: fields.map(({ name, value }) => ({ name, value: clean(value) })),
      queryString: address.fields.map(({ name, value }) => ({ name: clean(name), value: clean(value) })),
      ...(sent !== undefined && { postData: { mimeType: contentType ?? '', text: sent } }),
      headersSize: -1,
      bodySize: sent === undefined ? 0 : new TextEncoder().encode(sent).length,
    },
    response: responseOf(exchange, isToken, clean, redaction),
    cache: {},
    timings: { send: 0, wait: rounded(waited), receive: response === undefined ? 0 : rounded(received) },
  };
}

function requestHeaders(headers: Readonly<Record<string, string>>, { allowed, secrets }: Redaction): HarField[] {
  return Object.entries(headers).map(([name, value]) => {
    if (allowed.headers.has(name.toLowerCase())) return { name, value };
    secrets.addHeader(value);
    return { name, value: redacted };
  });
}

interface RedactedUrl {
  readonly origin: string;
  readonly path: (clean: (text: string) => string) => string;
  readonly search: (clean: (text: string) => string) => string;
  readonly fields: readonly HarField[];
}

/**
 * An address without user name, password, fragment, and the values of parameters that are neither on the allow-list nor
 * the position in a list.
 */
function redactUrl(text: string, { allowed, secrets, positions }: Redaction): RedactedUrl {
  const url = new URL(text);
  secrets.add(decoded(url.password), decoded(url.username));
  const parts = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const name = equals < 0 ? part : part.slice(0, equals);
      const value = equals < 0 ? '' : part.slice(equals + 1);
      const isShown = equals < 0 || allowed.parameters.has(decoded(name)) || positions.has(url, decoded(name));
      if (!isShown) secrets.add(value, decoded(value));
      return { name, value, isShown, equals: equals < 0 ? '' : '=' };
    });
  const encoded = (cleaned: string): string => cleaned.replaceAll(redacted, encodeURIComponent(redacted));
  return {
    origin: url.origin,
    path: (clean) => encoded(clean(url.pathname)),
    search: (clean) => {
      const query = parts.map(({ name, value, isShown, equals }) => {
        return encoded(clean(name)) + equals + encoded(isShown ? clean(value) : redacted);
      });
      return query.length === 0 ? '' : `?${query.join('&')}`;
    },
    fields: parts.map(({ name, value, isShown }) => ({
      name: decoded(name),
      value: isShown ? decoded(value) : redacted,
    })),
  };
}

function responseOf(
  { response, error, url }: Exchange,
  isToken: boolean,
  clean: (text: string) => string,
  redaction: Redaction,
): HarEntry['response'] {
  const common = { httpVersion: 'unknown', cookies: [], headersSize: -1, bodySize: -1 } as const;
  if (response === undefined) {
    const content = { size: 0, mimeType: '' };
    return {
      status: 0,
      statusText: '',
      headers: [],
      content,
      redirectURL: '',
      ...common,
      _error: clean(error ?? 'FAILED'),
    };
  }
  const { status, header, body, end } = response;
  const text = textOf(body);
  const link = header('link');
  redaction.positions.learn(url, link ?? '', text ?? '');
  const location = header('location');
  const target = location === undefined ? undefined : redactLocation(location, url, clean, redaction);
  const links = link && clean(replaceLinks(link, (to) => redactLocation(to, url, clean, redaction)));
  const addresses: Readonly<Record<string, string | undefined>> = { location: target, link: links };
  const headers = [...redaction.allowed.headers].flatMap((name) => {
    const isAddress = Object.hasOwn(addresses, name);
    const value = isAddress ? addresses[name] : header(name);
    return value === undefined ? [] : [{ name, value: isAddress ? value : clean(value) }];
  });
  const content = bodyOf(text, end, (sent) => {
    const known = isToken ? redactTokenResponse(sent, redaction.secrets) : redactMembers(sent, redaction.secrets);
    if (known === undefined) return undefined;
    const cleaned = cleanBody(known, clean);
    return redaction.redact(end === 'complete' ? cleaned : redaction.secrets.scrub(cleaned, true), 'response');
  });
  return {
    status,
    statusText: '',
    headers,
    content: { size: body.length, mimeType: clean(header('content-type') ?? ''), ...content },
    redirectURL: target ?? '',
    ...common,
    ...(end !== 'complete' && end !== 'too large' && { _error: end === 'cancelled' ? 'CANCELLED' : clean(end.error) }),
  };
}

function redactLocation(location: string, base: string, clean: (text: string) => string, redaction: Redaction): string {
  try {
    const { origin, path, search } = redactUrl(new URL(location, base).href, redaction);
    return clean(origin) + path(clean) + search(clean);
  } catch {
    return redacted;
  }
}

/** The text of a body, or why it was not recorded. */
function bodyOf(
  text: string | undefined,
  end: BodyEnd,
  change: (text: string) => string | undefined,
): Pick<HarEntry['response']['content'], 'text' | 'comment'> {
  if (end === 'too large') return { comment: 'The body is larger than the recorder keeps, so it was not recorded.' };
  if (text === undefined) return { comment: 'The body is not UTF-8 text, so it was not recorded.' };
  const changed = change(text);
  if (changed === undefined) return { comment: 'The body of a token response is not JSON, so it was not recorded.' };
  if (end === 'complete') return { text: changed };
  if (end === 'cancelled') return { text: changed, comment: 'The client stopped reading here.' };
  return { text: changed, comment: 'The connection failed here.' };
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parameters that authenticate the one who follows a link. Others that end with `token` say where a list continues. */
const credentials =
  /(?:password|passwd|passphrase|pwd|secret|assertion|api[_-]?key|access[_-]?key|(?:auth|access|refresh|id|user|security)[_-]?token|^@?token|^key|^code|credential|sig|signature)$/i;

/**
 * The query parameters with which services continue their lists: those of a next link that its request does not have.
 * Their values are no secrets: the response that contains the link is recorded, and a replay finds each page by them.
 */
export class ListPositions {
  readonly #places = new Set<string>();

  /** Reads the next links of a response. */
  learn(request: string, linkHeader: string, body: string): void {
    const links = [nextTarget(linkHeader, request) ?? ''];
    // The text, which may be cut, is only read.
    replaceNextMembers(body, (link) => String(links.push(link)));
    const { origin, searchParams } = new URL(request);
    for (const link of links) {
      const target = URL.canParse(link, request) ? new URL(link, request) : undefined;
      if (target?.origin !== origin) continue;
      for (const name of target.searchParams.keys())
        if (!searchParams.has(name) && !credentials.test(name)) this.#places.add(placeOf(target, name));
    }
  }

  /** Whether a parameter of an address is a position. */
  has(address: URL, name: string): boolean {
    return this.#places.has(placeOf(address, name));
  }
}

function placeOf({ origin, pathname }: URL, name: string): string {
  return JSON.stringify([origin, pathname, name]);
}
