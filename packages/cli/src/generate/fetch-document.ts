/** The time limit for fetching a document, in milliseconds. */
const TIMEOUT = 30_000;
/** The maximum size of a document, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** The limits of one request; tests set smaller ones. */
export interface FetchLimits {
  /** In milliseconds. @default 30 seconds */
  readonly timeout?: number;
  /** @default 32 MiB */
  readonly maxBytes?: number;
  /** Whether `http://` is refused on this machine, too. @default false */
  readonly secureOnly?: boolean;
}

/** The parts of a response that redocly reads. */
export type FetchedDocument = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'>;

/**
 * Fetches a document, or a part of one that it refers to. Only `https://` is allowed, and `http://` on this machine. At
 * most 5 redirects are followed, and only to such addresses; from `https://` only to `https://`.
 *
 * @throws {Error} when the address is not allowed, or the document is too large, does not exist, or does not arrive in
 * time.
 */
export async function fetchDocument(
  url: string | URL,
  init: { readonly headers?: Record<string, string> } = {},
  { timeout = TIMEOUT, maxBytes = MAX_BYTES, secureOnly = false }: FetchLimits = {},
): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(timeout);
  try {
    return await follow(new URL(url), init.headers ?? {}, signal, { maxBytes, secureOnly });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = signal.aborted
      ? `did not arrive within ${timeout / 1000} s. Download it, and name the file instead`
      : cause instanceof Error
        ? `${message}: ${cause.message}`
        : message;
    throw new Error(reason, { cause: error });
  }
}

async function follow(
  start: URL,
  startHeaders: Record<string, string>,
  signal: AbortSignal,
  { maxBytes, secureOnly }: Required<Omit<FetchLimits, 'timeout'>>,
): Promise<FetchedDocument> {
  let address = start;
  let isSecure = secureOnly;
  let headers = startHeaders;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    requireSecure(address, isSecure);
    isSecure ||= address.protocol === 'https:';
    const response = await fetch(address, { headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      const next = new URL(location, address);
      // A header that the configuration sets for one server may be a secret.
      if (next.origin !== address.origin) headers = {};
      address = next;
    } else if (response.ok) return await readWhole(response, maxBytes);
    else {
      await response.body?.cancel();
      throw new Error(`cannot be fetched: the server responded with ${response.status}`);
    }
  }
  throw new Error(`redirects more than ${MAX_REDIRECTS} times`);
}

function requireSecure({ protocol, hostname, username, password }: URL, secureOnly: boolean): void {
  if (username !== '' || password !== '')
    throw new Error('must not contain a password: set a header under resolve.http.headers of a redocly configuration');
  if (protocol === 'https:') return;
  if (!secureOnly && protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return;
  if (secureOnly && protocol === 'http:')
    throw new Error('must begin with https://, as the address that leads to it does');
  throw new Error('must begin with https://, because anyone on the way could change the document');
}

async function readWhole(response: Response, maxBytes: number): Promise<FetchedDocument> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // An error in the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new Error(`is larger than ${maxBytes / 1024 / 1024} MiB. Download it, and name the file instead`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const { ok, status, statusText, headers } = response;
  return { ok, status, statusText, headers, text: async () => text };
}
