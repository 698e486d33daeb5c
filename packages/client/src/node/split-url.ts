/** The parts of an address that undici needs. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Characters that the URL parser does not change, in a path and then in a query (where it encodes `'`). */
const plain = /^\/[\w\-.~!$&'()*+,;=:@/%]*(?:\?[\w\-.~!$&()*+,;=:@/?%]+)?$/;
/** `/.` and `/%2e` may begin a segment that the URL parser removes. */
const dotted = /\/(?:\.|%2e)/i;

/**
 * Creates a function that splits addresses as `new URL` would. It calls `new URL` only if the origin differs from the
 * last one, or if the parser would change the address. The bytes on the wire are the same as those of `fetch`.
 */
export function createUrlSplitter(): (url: string) => Target {
  let known = '';
  return (url) => {
    if (typeof url !== 'string') throw new TypeError('the address must be a text, such as the href of a URL');
    const end = url.indexOf('/', 8);
    const path = url.slice(end);
    if (end > 0 && url.startsWith(known) && known.length === end && plain.test(path) && !dotted.test(path))
      return { origin: known, path };
    const { origin, protocol, username, password, pathname, search } = parse(url);
    // The message does not contain the address: a user name, password or query may be a secret.
    if (username !== '' || password !== '') throw new TypeError('the address must not contain a user name or password');
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('the address must be http or https');
    known = origin;
    return { origin, path: pathname + search };
  };
}

const parse = (url: string): URL => {
  if (!URL.canParse(url)) throw new TypeError('the address is not a URL');
  return new URL(url);
};
