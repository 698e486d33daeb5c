// Where a list continues: a `Link` header, or a member of its JSON such as `@odata.nextLink`. This is the only place that reads
// either. The header is parsed here and not by a library: http-link-header 1.1.4 loses every parameter after one without a value
// and throws for an empty element, and parse-link-header 2.0.0 needs Node and splits quoted strings.

/** A link with its parameters, or a quoted string where no link is */
const links = /<([^<>]*)>((?:[^",]|"(?:[^"\\]|\\.)*"?)*)|"(?:[^"\\]|\\.)*"?/g;
/** The name of a parameter and its value, in quotes or not; or a quoted string where no parameter is */
const parameters = /;\s*([^\s=;,"]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;,"]*)))?|"(?:[^"\\]|\\.)*"?/g;
/** An anchor, in quotes or not; or a target; or the value of any other parameter */
const addresses = /(;\s*anchor\s*=\s*)(?:"((?:[^"\\]|\\.)*)"?|([^;,"\s]+))|<([^<>]+)>|"(?:[^"\\]|\\.)*"?/gi;

/**
 * The target of the link in a `Link` header that continues a list (RFC 8288, section 3). Only a link with the relation
 * type `next` does, among others or alone, and only if it is about the list itself: one with an `anchor` may be about
 * another resource.
 *
 * @param url - the address of the list
 * @returns the target as it is written, which is often relative; undefined without such a link
 */
export function nextTarget(header: string | null | undefined, url: string): string | undefined {
  for (const [, target, text = ''] of (header ?? '').matchAll(links)) {
    if (!target) continue;
    const values = Object.create(null) as Record<string, string | undefined>;
    // Of several with one name, the first counts (sections 3.2 and 3.3).
    for (const [, name = '', quoted, token = ''] of text.matchAll(parameters))
      values[name.toLowerCase()] ??= quoted === undefined ? token.trim() : unescape(quoted);
    const { rel = '', anchor = '' } = values;
    if (/(^|\s)next(\s|$)/i.test(rel) && isSame(anchor, url)) return target;
  }
  return undefined;
}

/**
 * What the JSON of a list says about where it continues: usually the text of an address, but it may be any value.
 *
 * @returns undefined for null and for an empty text, with which several services mark the last page
 */
export function nextMember(envelope: object): unknown {
  let next: unknown;
  for (const [name, value] of Object.entries(envelope))
    if (/nextlink$/i.test(name) && value !== null && value !== '') next = value;
  return next;
}

/** Changes every target and anchor of a `Link` header, and nothing else. */
export function replaceLinks(header: string, change: (address: string, kind: 'target' | 'anchor') => string): string {
  return header.replace(addresses, (all, start?: string, quoted?: string, token?: string, target?: string) => {
    if (target !== undefined) return `<${change(target, 'target')}>`;
    const anchor = quoted === undefined ? token : unescape(quoted);
    return anchor ? `${start}"${change(anchor, 'anchor').replace(/["\\]/g, '\\$&')}"` : all;
  });
}

/** Changes the links to the next page in the JSON text of a list, and nothing else. */
export function replaceNextMembers(json: string, change: (address: string) => string): string {
  return json.replace(/("[^"\\]*nextlink"\s*:\s*)("(?:[^"\\]|\\.)+")/gi, (all, start: string, literal: string) => {
    try {
      return start + JSON.stringify(change(JSON.parse(literal) as string));
    } catch {
      return all;
    }
  });
}

function unescape(quoted: string): string {
  return quoted.replace(/\\(.)/g, '$1');
}

/** An anchor that is no address is taken for none: to be whole, a list is rather refused than cut. */
function isSame(anchor: string, url: string): boolean {
  return !URL.canParse(anchor, url) || new URL(anchor, url).href === new URL(url).href;
}
