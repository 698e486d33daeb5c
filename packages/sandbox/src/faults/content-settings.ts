import type { SandboxRequest } from '../http/request.ts';
import { type BodyName, bodyNames, faultErrorBody, makeBody } from './bodies.ts';
import { type Check, headerValue, oneOf, type SettingTable, string, wholeNumber, withHeaders } from './setting.ts';

/** What a response says: status, headers and body. */
export interface ContentEffect {
  /** Status from 200 to 599. A status of 400 or above comes with the error body of the interface. */
  readonly status?: number;
  /**
   * The lifetime of a token in the response of the token endpoint, whatever the real lifetime is. `null` leaves it out.
   * Other operations ignore this setting.
   */
  readonly expiresIn?: number | string | null;
  /** `Retry-After`: seconds, or any text, which is sent as is. */
  readonly retryAfter?: number | string;
  /**
   * How the seconds of `retryAfter` are sent: as a number, or in one of HTTP's three date formats.
   *
   * @default 'seconds'
   */
  readonly retryAfterForm?: 'seconds' | 'imf' | 'rfc850' | 'asctime';
  /**
   * `Location`: `self` is the URL of the request. Anything else is sent as is, with `{request}` as in `headers`. The
   * status is 302 unless `status` is given.
   */
  readonly redirect?: string;
  /** Adds a header with a value of this many bytes. */
  readonly headerBytes?: number;
  /** Headers to add or replace. `{request}` is replaced by a description of the request, percent-encoded. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A prepared body, by name. */
  readonly body?: BodyName;
  /**
   * A body of your own, sent as is. `{request}` is replaced by a description of the request (method, URL and headers),
   * escaped for a JSON string.
   */
  readonly text?: string;
}

const retryAfter: Check = (value) => (typeof value === 'number' ? wholeNumber(0, 1e9)(value) : headerValue(value));

const headers: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object of strings';
  const invalid = Object.entries(value).find(
    ([name, text]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || headerValue(text) !== undefined,
  );
  return invalid && `must contain only headers that can be sent; ${JSON.stringify(invalid[0])} cannot`;
};

export const contentSettings: SettingTable<ContentEffect> = {
  status: {
    summary: 'Another status, with the error body of the interface',
    examples: ['503'],
    check: wholeNumber(200, 599),
    header: 'number',
    apply: (response, status, { operation, original }) => ({
      ...response,
      status,
      body: status >= 400 && status !== original.status ? faultErrorBody(operation, status) : response.body,
    }),
  },
  expiresIn: {
    summary: 'The token endpoint returns a wrong lifetime, or none',
    examples: ['1', 'null'],
    check: (value) =>
      value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
        ? undefined
        : 'must be a number, a string or null',
    header: 'number',
    apply(response, expiresIn, { operation, original }) {
      if (operation?.id !== 'createToken' || typeof original.body !== 'string' || original.status >= 300)
        return response;
      const { expires_in: _, ...token } = JSON.parse(original.body) as Record<string, unknown>;
      return { ...response, body: JSON.stringify(expiresIn === null ? token : { ...token, expires_in: expiresIn }) };
    },
  },
  retryAfter: {
    summary: 'A `Retry-After` header: seconds, or any text',
    examples: ['2', "'5 apples'"],
    check: retryAfter,
    header: 'number',
    apply: (response, value) => withHeaders(response, { 'retry-after': String(value) }),
  },
  retryAfterForm: {
    summary: "The seconds of `retryAfter` as one of HTTP's three date formats",
    examples: ["'imf'", "'rfc850'", "'asctime'"],
    check: oneOf('seconds', 'imf', 'rfc850', 'asctime'),
    header: 'text',
    apply(response, form, { effect: { retryAfter: seconds } }) {
      if (form === 'seconds' || typeof seconds !== 'number') return response;
      return withHeaders(response, { 'retry-after': httpDate(new Date(Date.now() + seconds * 1000), form) });
    },
  },
  redirect: {
    summary: 'A redirect: to the same URL, to another one, or to an invalid one',
    examples: ["'self'", "'https://b.example/'", "'http://['"],
    check: (value) => headerValue(value) ?? (value === '' ? 'must not be empty' : undefined),
    header: 'text',
    apply(response, target, { effect, request }) {
      const location = target === 'self' ? urlOf(request) : fillIn(target, request, encodeURIComponent);
      return { ...withHeaders(response, { location }), status: effect.status ?? 302, body: '' };
    },
  },
  headerBytes: {
    summary: 'A header with a value of this many bytes',
    examples: ['20000'],
    check: wholeNumber(1, 1_048_576),
    header: 'number',
    apply: (response, bytes) => withHeaders(response, { 'x-padding': 'x'.repeat(bytes) }),
  },
  headers: {
    summary: 'Headers to add or replace. `{request}` repeats the request, percent-encoded',
    examples: ["{ 'x-a': 'b' }"],
    check: headers,
    header: 'text',
    apply: (response, added, { request }) =>
      withHeaders(
        response,
        Object.fromEntries(
          Object.entries(added).map(([name, value]) => [
            name.toLowerCase(),
            fillIn(value, request, encodeURIComponent),
          ]),
        ),
      ),
  },
  body: {
    summary: 'Another body: empty, HTML, cut in half, repeated, endless, numbers out of range, invalid UTF-8 …',
    examples: bodyNames.map((name) => `'${name}'`),
    check: oneOf(...bodyNames),
    header: 'text',
    apply: (response, name, { operation, original }) => ({
      ...response,
      body: makeBody(name, operation, original.body),
    }),
  },
  text: {
    summary: 'A custom body. `{request}` repeats method, URL and headers, to imitate a service that leaks secrets',
    examples: [`'{"error":{"code":"X","message":"{request}"}}'`],
    check: string,
    header: 'text',
    conflictsWith: ['body'],
    apply: (response, text, { request }) => ({
      ...response,
      body: fillIn(text, request, (description) => JSON.stringify(description).slice(1, -1)),
    }),
  },
};

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date in one of the three formats of HTTP (RFC 9110, section 5.6.7). */
function httpDate(date: Date, form: 'imf' | 'rfc850' | 'asctime'): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = days[date.getUTCDay()]!;
  const month = months[date.getUTCMonth()]!;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  const year = date.getUTCFullYear();
  switch (form) {
    case 'imf':
      return date.toUTCString();
    case 'rfc850':
      return `${day}, ${two(date.getUTCDate())}-${month}-${two(year % 100)} ${time} GMT`;
    case 'asctime':
      return `${day.slice(0, 3)} ${month} ${String(date.getUTCDate()).padStart(2, ' ')} ${time} ${year}`;
  }
}

/**
 * Replaces `{request}` by a description of the request: a service that repeats the request may repeat a secret.
 */
function fillIn(text: string, request: SandboxRequest, escape: (description: string) => string): string {
  const placeholder = '{request}';
  if (!text.includes(placeholder)) return text;
  const headersText = JSON.stringify(request.headers());
  return text.replaceAll(placeholder, () => escape(`${request.method} ${urlOf(request)} ${headersText}`));
}

/** Path and query as they were sent. */
function urlOf({ path, query }: SandboxRequest): string {
  return query === '' ? path : `${path}?${query}`;
}
