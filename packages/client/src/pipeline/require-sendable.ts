import { ConfigError } from '@syncline/core/internal';

/** The parts of a request that a platform may refuse. Its address is checked where the credential is added. */
export interface Sendable {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/**
 * Refuses a request that HTTP or the platform's `fetch` cannot send, before anything is sent: the platform's own error
 * looks like one of the network, which would be retried. Callers of `raw` and of own tables can make such a request.
 *
 * @throws {ConfigError} naming `method`, `headers` or `body`. It repeats no value.
 */
export function requireSendable({ method, headers = {}, body }: Sendable): void {
  if (!/^[\w-]+$/.test(method)) throw new ConfigError('method', 'must be the name of an HTTP method');
  // A TRACE returns the credential (RFC 9110, section 9.3.8), and `fetch` refuses all three.
  if (/^(CONNECT|TRACE|TRACK)$/i.test(method))
    throw new ConfigError('method', `must not be ${method}, which fetch refuses. Use another method`);
  if (body !== undefined && body !== null && /^(GET|HEAD)$/i.test(method))
    throw new ConfigError('body', `must not be set, because a ${method} request cannot have one`);
  requireHeaders(headers);
}

/** @throws {ConfigError} when HTTP cannot carry a header. It names the header, and does not repeat its value */
export function requireHeaders(headers: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new ConfigError('headers', 'must have names of letters, digits and hyphens');
    const value = headers[name];
    if (typeof value !== 'string' || /[^\t -~\x80-\xff]/.test(value))
      throw new ConfigError('headers', `must have Latin-1 values without line breaks, unlike ${name}`);
  }
}
