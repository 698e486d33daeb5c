import { ConfigError, isConfigError } from '@syncline/core/internal';
import { readProblem, readTextSync } from '@syncline/core/files';
import { createNodeTransport, type NodeTransport } from '@syncline/client/node';
import { proxyFromEnvironment, proxyOf } from '@syncline/ops';

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
  const chosen = typeof proxy === 'string' ? proxyOf('--proxy', proxy) : undefined;
  const via = chosen ?? (proxy === false ? undefined : proxyFromEnvironment(target, environment)) ?? null;
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

function shownProxy({ url, source }: ReturnType<typeof proxyOf>): Route['proxy'] {
  return { shown: url.origin, source, hasPassword: url.username !== '' || url.password !== '' };
}

function readAuthorities(path: string): string {
  try {
    return readTextSync(path);
  } catch (error) {
    throw new ConfigError('--ca', `names ${path}, which ${readProblem(error)}`);
  }
}
