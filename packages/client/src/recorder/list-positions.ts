import { nextTarget, replaceNextMembers } from '@syncline/core/internal';

/** Parameters that authenticate the one who follows a link. Others that end with `token` say where a list continues. */
const credentials =
  /(?:password|passwd|passphrase|pwd|secret|assertion|api[_-]?key|access[_-]?key|(?:auth|access|refresh|id|user|security)[_-]?token|^@?token|^key|^code|credential|sig|signature)$/i;

/**
 * The query parameters with which services continue their lists: those of a next link that its request does not have.
 * Their values are no secrets: the response that contains the link is recorded, and a replay finds each page by them.
 */
export class ListPositions {
  readonly #places = new Set<string>();

  /** Reads the next links of a response. */
  learn(request: string, linkHeader: string, body: string): void {
    const links = [nextTarget(linkHeader, request) ?? ''];
    // The text, which may be cut, is only read.
    replaceNextMembers(body, (link) => String(links.push(link)));
    const { origin, searchParams } = new URL(request);
    for (const link of links) {
      const target = URL.canParse(link, request) ? new URL(link, request) : undefined;
      if (target?.origin !== origin) continue;
      for (const name of target.searchParams.keys())
        if (!searchParams.has(name) && !credentials.test(name)) this.#places.add(placeOf(target, name));
    }
  }

  /** Whether a parameter of an address is a position. */
  has(address: URL, name: string): boolean {
    return this.#places.has(placeOf(address, name));
  }
}

function placeOf({ origin, pathname }: URL, name: string): string {
  return JSON.stringify([origin, pathname, name]);
}
