import { apiKeyHeader } from '@syncline/auth';
import { isConfigError } from '@syncline/core/internal';
import { probe, type Probe, type Service } from './probe.ts';
import { isCollection } from './shape.ts';

/**
 * Variants that are safe to try, because they change nothing on the server: other paths of the same origin, and other
 * header names.
 */
interface Variants {
  /** What was tried, as text. */
  readonly tried: readonly string[];
  /** The first one that worked. */
  readonly works: { readonly shown: string; readonly service: Service; readonly probe: Probe } | null;
}

/** Paths at which installations often serve the interface. */
const applicationPaths = ['/api.rsc', '/api', '/odata'];

/** The base URLs to try: the root of the server, the parent paths, and the usual application paths. */
export function basesNear(baseUrl: string, kind: 'odata' | 'v2'): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, '');
  const parts = basePath.split('/').slice(1);
  const folders = parts.map((_part, index) => `/${parts.slice(0, index).join('/')}`.replace(/\/$/, '')).reverse();
  const withPath = [basePath, ...folders, ''].flatMap((folder) => applicationPaths.map((path) => `${folder}${path}`));
  const candidates = kind === 'v2' ? [...folders, '', ...withPath] : [...withPath, ...folders, ''];
  return [...new Set(candidates)]
    .filter((path) => path !== basePath)
    .map((path) => `${origin}${path}`)
    .slice(0, 12);
}

/** Looks for the interface under other base URLs of the same origin. */
export function tryBases(service: Service, kind: 'odata' | 'v2', path: string): Promise<Variants> {
  return tryAll(path, basesNear(service.baseUrl, kind), (baseUrl) => ({ ...service, baseUrl }));
}

/** The header names to try with a key: the given ones, and those derived from the host and the vendor. */
export function headersNear(
  baseUrl: string,
  vendor: string | undefined,
  headers: readonly string[],
): readonly string[] {
  const labels = new URL(baseUrl).hostname.split('.').filter((label) => /^[a-z][a-z0-9-]*$/i.test(label));
  const vendors = [vendor, ...labels].filter((each) => each !== undefined && /^[a-z0-9-]+$/i.test(each));
  const guesses = vendors.flatMap((name) => [`x-${name}-authtoken`, `x-${name}-user-token`]);
  return [...new Set([...headers, ...guesses, 'x-api-key'].map((name) => name.toLowerCase()))].slice(0, 12);
}

/** Sends the same key in other headers. */
export function tryHeaders(service: Service, path: string, key: string, names: readonly string[]): Promise<Variants> {
  return tryAll(path, names, (name) => withHeader(service, name, key));
}

async function tryAll(
  path: string,
  names: readonly string[],
  serviceOf: (shown: string) => Service | null,
): Promise<Variants> {
  const tried: string[] = [];
  for (const shown of names) {
    const service = serviceOf(shown);
    if (service === null) continue;
    const answer = await probe(service, path);
    tried.push(shown);
    if (isCollection(answer)) return { tried, works: { shown, service, probe: answer } };
    if (answer.status === 0 || answer.status === 429) break;
  }
  return { tried, works: null };
}

/** The service with the key in this header; null if the name is not valid for a header. */
export function withHeader(service: Service, name: string, key: string): Service | null {
  try {
    return { ...service, credential: apiKeyHeader({ name, value: key }) };
  } catch (error) {
    if (isConfigError(error)) return null;
    throw error;
  }
}
