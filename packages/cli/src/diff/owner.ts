import type { Document } from '../generate/model.ts';

/** The component, or part of a path, that a place in a document belongs to after references are followed. */
export interface Owner {
  /** The pointer keys of the component or operation, such as `['components', 'schemas', 'Job']`. */
  readonly base: readonly string[];
  /** The keys after that, such as `['properties', 'PreJob']`. */
  readonly rest: readonly string[];
}

/**
 * Follows a pointer through a bundled document. Each reference on the way makes its component the owner. If `through`
 * is false, a reference at the end is not followed, because the reference itself was added or removed.
 */
export function ownerOf(document: Document, pointer: string, through = true): Owner {
  const keys = pointerKeys(pointer);
  const depth = keys[0] === 'components' || keys[0] === 'paths' ? 3 : 1;
  let owner: Owner = { base: keys.slice(0, depth), rest: keys.slice(depth) };
  let node: unknown = document;
  keys.forEach((key, index) => {
    node = child(node, key);
    const ref = child(node, '$ref');
    if (typeof ref !== 'string' || !ref.startsWith('#/') || (!through && index === keys.length - 1)) return;
    const base = pointerKeys(ref);
    owner = { base, rest: keys.slice(index + 1) };
    node = base.reduce(child, document);
  });
  return owner;
}

export function pointerKeys(pointer: string): readonly string[] {
  return pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .filter((key) => key !== '')
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function child(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined;
}
