import { ConfigError } from '@syncline/core/internal';
import { readProblem, readTextSync } from '@syncline/core/files';
import { createNodeTransport, type NodeTransport } from '@syncline/client/node';
import { isConfigError } from '@syncline/core/internal';

/** How requests reach a service. */
export interface Route {
  readonly transport: NodeTransport;
  /** The proxy without its user name and password; null for a direct connection. */
  readonly proxy: { readonly shown: string; readonly source: string; readonly hasPassword: boolean } | null;
  /** The file with additional certificate authorities. */
  readonly ca: string | null;
}

export interface RouteOptions {
  /** The flag: an address, `false` for no proxy at all, or undefined to read the environment. */
  readonly proxy?: string | false | undefined;
  /** A PEM file. */
  readonly ca?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the route to a service. The flag sets the proxy. Without it, HTTPS_PROXY, HTTP_PROXY and NO_PROXY do, in upper
 * or lower case, as for curl.
 *
 * @throws {ConfigError} when the proxy or the file of authorities cannot be used
 */
export function openRoute(target: string, { proxy, ca }: RouteOptions, environment: Environment): Route {
  const chosen = typeof proxy === 'string' ? { address: proxy, source: '--proxy' } : undefined;
  const found = chosen ?? (proxy === false ? undefined : proxyFromEnvironment(target, environment));
  const via = found === undefined ? null : { url: proxyUrl(found), source: found.source };
  try {
    const transport = createNodeTransport({
      ...(via === null ? {} : { proxy: via.url.href }),
      ...(ca === undefined ? {} : { ca: readAuthorities(ca) }),
    });
    return { transport, proxy: via && shownProxy(via), ca: ca ?? null };
  } catch (error) {
    if (isConfigError(error) && ca !== undefined && error.option === 'ca')
      throw new ConfigError(
        '--ca',
        `names ${ca}, which is not a PEM file with certificates. Name the authority's certificate`,
      );
    throw error;
  }
}

function shownProxy({ url, source }: { readonly url: URL; readonly source: string }): Route['proxy'] {
  return { shown: url.origin, source, hasPassword: url.username !== '' || url.password !== '' };
}

/** The proxy that the environment names for an address. NO_PROXY lists hosts, `.suffixes`, `host:port` and `*`. */
export function proxyFromEnvironment(
  target: string,
  environment: Environment,
): { readonly address: string; readonly source: string } | undefined {
  if (!URL.canParse(target)) return undefined;
  const { protocol, hostname, port } = new URL(target);
  const host = hostname.toLowerCase();
  const [, direct = ''] = variable(environment, 'NO_PROXY') ?? [];
  const places = direct.toLowerCase().split(/[\s,]+/);
  const reachedPort = port || (protocol === 'https:' ? '443' : '80');
  const isDirect = places.some((pattern) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? [];
    if (name === '' || (only !== undefined && only !== reachedPort)) return false;
    const suffix = name.replace(/^\*?\.?/, '');
    return name === '*' || host === suffix || host.endsWith(`.${suffix}`);
  });
  if (isDirect) return undefined;
  const proxy = variable(environment, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  return proxy && { source: proxy[0], address: proxy[1] };
}

function variable(environment: Environment, name: string): readonly [string, string] | undefined {
  for (const spelling of [name.toLowerCase(), name]) {
    const value = environment[spelling];
    if (value) return [spelling, value];
  }
  return undefined;
}

function proxyUrl({ address, source }: { readonly address: string; readonly source: string }): URL {
  const text = address.includes('://') ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(source, `is not the address of an HTTP proxy. Write it as http://proxy.example.com:3128`);
  return url;
}

function readAuthorities(path: string): string {
  try {
    return readTextSync(path);
  } catch (error) {
    throw new ConfigError('--ca', `names ${path}, which ${readProblem(error)}`);
  }
}
