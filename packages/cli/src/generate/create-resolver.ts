import { readProblem, readText } from '@syncline/core/files';
import { isError } from '@syncline/core/internal';
import {
  BaseResolver,
  type Config,
  type Document,
  ResolveError,
  Source,
  getLineColLocation,
  isAbsoluteUrl,
} from '@redocly/openapi-core';
import { GenerateError, type Problem, displayPath } from './generate-error.ts';
import { NAMED_MEMBERS, isData } from './schemas.ts';

/**
 * Redocly's resolver of files and addresses, with the limits of {@link fetchDocument}. It refuses a file that redocly
 * cannot follow.
 */
export function createResolver({ resolve }: Config): BaseResolver {
  return new Resolver(resolve);
}

class Resolver extends BaseResolver {
  /** The addresses to which a document of another machine leads */
  readonly #secureOnly = new Set<string>();

  constructor(resolve: Config['resolve']) {
    const customFetch: typeof fetchDocument = (url, init) =>
      fetchDocument(url, init, { secureOnly: this.#secureOnly.has(String(url)) });
    super({ ...resolve, http: { ...resolve.http, customFetch } });
  }

  override async loadExternalRef(address: string): Promise<Source> {
    if (isAbsoluteUrl(address)) return super.loadExternalRef(address);
    try {
      return new Source(address, (await readText(address)).replace(/\r\n/g, '\n'));
    } catch (error) {
      if ((error as { readonly code?: string }).code === 'ENOENT') return super.loadExternalRef(address);
      throw new ResolveError(new Error(`it ${readProblem(error)}`));
    }
  }

  override resolveExternalRef(base: string | null, ref: string): string {
    const address = super.resolveExternalRef(base, ref);
    // A document of another machine must not read what only this machine can reach.
    if (base?.startsWith('https:') || (base !== null && this.#secureOnly.has(base))) this.#secureOnly.add(address);
    return address;
  }

  /** @throws {GenerateError} when the file has a reference that nothing can follow. */
  override parseDocument(source: Source, isRoot?: boolean): Document {
    const json = parseJson(source.body);
    const document = json === undefined ? super.parseDocument(source, isRoot) : { source, parsed: json };
    const problems = findMalformed(document);
    if (problems.length > 0) throw new GenerateError(problems);
    return document;
  }
}

/**
 * The value of a text that is exactly what `JSON.stringify` writes, with any indentation; undefined for any other text,
 * such as JSON with a duplicate key, which only the parser of YAML reports. That parser takes 10 times as long.
 */
function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    const [, indent = ''] = /^\{\n([ \t]*)/.exec(text) ?? [];
    return JSON.stringify(parsed, null, indent) === text.trimEnd() ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Finds what neither the linter nor the bundler survives or reports: a reference that is not text or names no part, and
 * a YAML alias inside its own anchor.
 */
function findMalformed({ parsed, source }: Document): readonly Problem[] {
  const problems: Problem[] = [];
  const inside = new Set<unknown>();
  const done = new Set<unknown>();
  /** The keys on the way to the part that is visited. */
  const keys: string[] = [];
  const report = (reason: string): void => {
    const pointer = ['#', ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
    const { line } = getLineColLocation({ source, pointer, reportOnKey: true }).start;
    problems.push({ file: displayPath(source.absoluteRef), line, reason });
  };
  const visit = (node: unknown, kind: 'part' | 'map' | 'data'): void => {
    if (typeof node !== 'object' || node === null || done.has(node)) return;
    if (inside.has(node)) {
      report('A YAML alias is inside its own anchor, so it has no end. Use a $ref instead');
      return;
    }
    inside.add(node);
    for (const key of Object.keys(node)) {
      const value = (node as Record<string, unknown>)[key];
      if (key !== '$ref' && typeof value !== 'object') continue;
      keys.push(key);
      if (kind === 'part' && key === '$ref') {
        if (typeof value !== 'string' || /^#?\/?$/.test(value))
          report(`$ref has ${JSON.stringify(value)}: name a part, such as '#/components/schemas/Job'`);
      } else if (kind === 'part' && NAMED_MEMBERS.has(key)) visit(value, 'map');
      else visit(value, kind === 'data' || (kind === 'part' && isData(key)) ? 'data' : 'part');
      keys.pop();
    }
    inside.delete(node);
    done.add(node);
  };
  visit(parsed, 'part');
  return problems;
}

/** The time limit for fetching a document, in milliseconds. */
const TIMEOUT = 30_000;
/** The maximum size of a document, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** The limits of one request; tests set smaller ones. */
interface FetchLimits {
  /** In milliseconds. @default 30 seconds */
  readonly timeout?: number;
  /** @default 32 MiB */
  readonly maxBytes?: number;
  /** Whether `http://` is refused on this machine, too. @default false */
  readonly secureOnly?: boolean;
}

/** The parts of a response that redocly reads. */
type FetchedDocument = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'>;

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
      : isError(cause)
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
  throw new Error('must begin with https://, because anyone on the network path could change the document');
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
