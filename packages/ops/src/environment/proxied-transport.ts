import type { Transport } from '@syncline/client';
import { createNodeTransport, type NodeTransport } from '@syncline/client/node';
import { ConfigError, isLoopback } from '@syncline/core/internal';

type Variables = Readonly<Record<string, string | undefined>>;

/** A proxy, and the variable or the option that names it. */
export interface NamedProxy {
  readonly url: URL;
  readonly source: string;
}

/** A transport over Node's connections, through the proxies that the environment variables name. */
export interface ProxiedTransport extends Transport {
  /** Opens the connections to an address. @throws {ConfigError} when the proxy for it is not an address */
  open(target: string): NodeTransport;
  close(): Promise<void>;
}

/**
 * Creates a transport that sends each request through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for its
 * address, as curl does. Requests to this machine go directly: they may be sent without TLS, because nobody else sees them.
 */
export function createProxiedTransport(variables: Variables): ProxiedTransport {
  const opened = new Map<string, NodeTransport>();
  const open = (target: string): NodeTransport => {
    const proxy = isLoopback(new URL(target).hostname) ? undefined : proxyFromEnvironment(target, variables)?.url.href;
    const found = opened.get(proxy ?? '') ?? createNodeTransport(proxy === undefined ? {} : { proxy });
    opened.set(proxy ?? '', found);
    return found;
  };
  const send: Transport = (url, init) => open(url)(url, init);
  return Object.assign(send, {
    open,
    withCancellation: (...sent: Parameters<NodeTransport['withCancellation']>) =>
      open(sent[0]).withCancellation(...sent),
    close: async () => void (await Promise.all([...opened.values()].map((each) => each.close()))),
  });
}

/**
 * The proxy that the environment variables name for an address, in upper or lower case. NO_PROXY lists hosts, `.suffixes`,
 * `host:port` and `*`.
 *
 * @throws {ConfigError} when it is not an address
 */
export function proxyFromEnvironment(target: string, variables: Variables): NamedProxy | undefined {
  if (!URL.canParse(target)) return undefined;
  const { protocol, hostname, port } = new URL(target);
  const host = hostname.toLowerCase();
  const [, direct = ''] = variable(variables, 'NO_PROXY') ?? [];
  const places = direct.toLowerCase().split(/[\s,]+/);
  const reachedPort = port || (protocol === 'https:' ? '443' : '80');
  const isDirect = places.some((pattern) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? [];
    if (name === '' || (only !== undefined && only !== reachedPort)) return false;
    const suffix = name.replace(/^\*?\.?/, '');
    return name === '*' || host === suffix || host.endsWith(`.${suffix}`);
  });
  if (isDirect) return undefined;
  const proxy = variable(variables, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  return proxy && proxyOf(...proxy);
}

function variable(variables: Variables, name: string): readonly [string, string] | undefined {
  for (const spelling of [name.toLowerCase(), name]) {
    const value = variables[spelling];
    if (value) return [spelling, value];
  }
  return undefined;
}

/**
 * @param source - the variable or the option that names the proxy
 * @throws {ConfigError} when the text is not the address of a proxy
 */
export function proxyOf(source: string, address: string): NamedProxy {
  const text = address.includes('://') ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(source, `is not the address of an HTTP proxy. Write it as http://proxy.example.com:3128`);
  return { url, source };
}
