import tls from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { ConfigError, encodeBase64Utf8, withoutPrototype } from '@syncline/core/internal';
import type { Dispatcher } from 'undici';
import type { Certificates, NodeTransportOptions } from './node-transport-options.ts';

/**
 * Creates the connections of one transport. undici's own timers for headers and bodies are off, because the pipeline's
 * are shorter and have better errors.
 *
 * @throws ConfigError if a certificate or key cannot be read
 */
export function createDispatcher(options: NodeTransportOptions): LazyDispatcher {
  const { proxy, connections, pipelining = 1 } = options;
  const { connectTimeout = 10_000, keepAliveTimeout = 4_000, keepAliveMaxTimeout = 600_000 } = options;
  const secure = tlsOptions(options);
  const pool = {
    ...(connections === undefined ? {} : { connections }),
    pipelining,
    keepAliveTimeout,
    keepAliveMaxTimeout,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const requestTls = { ...notInherited, ...secure, timeout: connectTimeout };
  const proxyTls = {
    ...notInherited,
    ...(secure.ca === undefined ? {} : { ca: secure.ca }),
    timeout: connectTimeout,
  };
  return new LazyDispatcher(async () => {
    const { Agent, errors, Pool, ProxyAgent } = await import('undici');
    if (proxy === undefined) return new Agent({ ...pool, connect: requestTls });
    // For the requests for a tunnel, whose response belongs to the connection.
    const clientFactory = (url: URL, poolOptions: object) => {
      const tunnels = new Pool(url, { ...poolOptions, headersTimeout: connectTimeout });
      const open: (options: Dispatcher.ConnectOptions) => Promise<unknown> = tunnels.connect.bind(tunnels);
      const connect = async (options: Dispatcher.ConnectOptions) => {
        try {
          return await open(options);
        } catch (error) {
          // undici takes this code for a connection that was lost, and asks again at once, for ever.
          if ((error as { code?: unknown }).code !== 'UND_ERR_SOCKET') throw error;
          throw new errors.RequestAbortedError('The proxy closed the connection before it opened a tunnel');
        }
      };
      return Object.assign(tunnels, { connect });
    };
    // Its own would leave the options out for requests that the proxy forwards.
    const factory = (origin: string | URL, clientOptions: object) => new Pool(origin, { ...pool, ...clientOptions });
    const signIn = signInOf(new URL(proxy));
    return new ProxyAgent({
      ...pool,
      ...signIn,
      uri: proxy,
      proxyTunnel: false,
      requestTls,
      proxyTls,
      clientFactory,
      factory,
    });
  });
}

/**
 * What undici and Node would otherwise take from a polluted prototype: another destination, authorities to trust, and
 * the identity of the client.
 */
const notInherited: object = {
  socketPath: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  pfx: undefined,
  secureContext: undefined,
  session: undefined,
};

/** undici signs in only if there are both. */
const signInOf = ({ username, password }: URL): { token?: string } =>
  username === '' && password === ''
    ? {}
    : { token: `Basic ${encodeBase64Utf8(decodeURIComponent(`${username}:${password}`))}` };

type TlsOptions = Partial<{
  ca: string[];
  cert: string;
  key: string | Buffer;
  passphrase: string;
  servername: string;
}>;

const tlsOptions = ({ ca, cert, key, passphrase, servername }: NodeTransportOptions): TlsOptions => {
  // In one text: `node:tls` takes each of a list for another pair with a key.
  const pair =
    cert === undefined || key === undefined ? {} : { cert: certificatesOf('cert', cert).join('\n'), key: buffer(key) };
  const identity = passphrase === undefined ? pair : { ...pair, passphrase };
  const trust = ca === undefined ? {} : { ca: [...trusted(), ...certificatesOf('ca', ca)] };
  if (passphrase === undefined && key !== undefined && buffer(key).includes('ENCRYPTED'))
    throw new ConfigError('passphrase', 'is needed: the private key in `key` is encrypted');
  checkReadable(passphrase === undefined ? 'key' : 'passphrase', () => tls.createSecureContext(identity));
  return withoutPrototype({ ...identity, ...trust, ...(servername === undefined ? {} : { servername }) });
};

/** Node replaces its own authorities with `ca`, so they are listed again. */
const trusted = (): readonly string[] => tls.getCACertificates?.('default') ?? tls.rootCertificates;

/** Reports a bad file now and by name, not at the first connection. OpenSSL's messages contain nothing of the key. */
const checkReadable = <Read>(option: string, read: () => Read): Read => {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(option, `cannot be used: ${(error as Error).message}`);
  }
};

/** Each certificate as PEM. OpenSSL silently ignores DER, and a bad certificate among good ones. */
const certificatesOf = (option: string, certificates: Certificates): string[] =>
  checkReadable(option, () => (Array.isArray(certificates) ? certificates : [certificates]).flatMap(pemsOf));

const pemsOf = (certificate: string | Uint8Array): string[] => {
  const text = typeof certificate === 'string' ? certificate : buffer(certificate).toString('latin1');
  const found = text.includes('-----BEGIN')
    ? text.split(/(?=-----BEGIN )/).filter((part) => /^-----BEGIN [A-Z\d ]*CERTIFICATE-----/.test(part))
    : [certificate];
  if (found.length === 0) throw new Error('it contains no certificate');
  return found.map((pem) => new X509Certificate(pem).toString());
};

const buffer = (value: string | Uint8Array): string | Buffer =>
  typeof value === 'string' ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);

/**
 * The dispatcher of one transport, whose code starts to load with the transport: loading undici takes longer than
 * everything else in this package, and programs import the transport that never use it. Requests wait for it, and keep
 * their order.
 */
export class LazyDispatcher {
  readonly #loading: Promise<Dispatcher>;
  #loaded: Dispatcher | undefined;

  constructor(load: () => Promise<Dispatcher>) {
    this.#loading = load();
    // Each request reports the error of loading.
    this.#loading.then(
      (dispatcher) => {
        this.#loaded = dispatcher;
      },
      () => {},
    );
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    if (this.#loaded !== undefined) this.#loaded.dispatch(options, handler);
    else
      this.#loading
        .then((dispatcher) => dispatcher.dispatch(options, handler))
        .catch((error: Error) => handler.onResponseError?.(undefined as never, error));
  }

  /** Closes the connections without waiting, and gives up those that are being established. */
  destroy(): void {
    this.#loading.then(
      (dispatcher) => dispatcher.destroy(),
      () => {},
    );
  }

  /** Waits for the current requests, then closes the connections. */
  async close(): Promise<void> {
    await this.#loading.then(
      (dispatcher) => dispatcher.close(),
      () => {},
    );
  }
}
