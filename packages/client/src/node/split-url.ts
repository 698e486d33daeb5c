/** The parts of an address that undici needs. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** A path and a query whose characters the URL parser does not change. In a query it encodes `'`. */
const plain = /^\/[\w\-.~!$&'()*+,;=:@/%]*(?:\?[\w\-.~!$&()*+,;=:@/?%]+)?$/;
/** `/.` and `/%2e` can begin a segment that the URL parser removes. */
const dotted = /\/(?:\.|%2e)/i;

/**
 * Returns a function that splits addresses as `new URL` does, so that the bytes on the wire are those that `fetch`
 * sends. It calls `new URL` only if the origin is not the last one, or if `new URL` would change the address.
 */
export function createUrlSplitter(): (url: string) => Target {
  let known = '';
  return (url) => {
    const end = url.indexOf('/', 8);
    const path = url.slice(end);
    if (end > 0 && url.startsWith(known) && known.length === end && plain.test(path) && !dotted.test(path))
      return { origin: known, path };
    const { origin, protocol, username, password, pathname, search } = parse(url);
    // The error does not show the address: its user name, password or query may be a secret.
    if (username !== '' || password !== '') throw new TypeError('the address must not hold a user name or password');
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('the address must be http or https');
    known = origin;
    return { origin, path: pathname + search };
  };
}

const parse = (url: string): URL => {
  if (!URL.canParse(url)) throw new TypeError('the address is not a URL');
  return new URL(url);
};
