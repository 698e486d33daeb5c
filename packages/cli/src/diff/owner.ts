import { explain } from '@syncline/auth';
import { operations, type OperationId } from '@syncline/openapi';
import { METHODS, type Document, type Description, type Operation } from '../generate/model.ts';
import { operationsIn, type LocatedOperation } from '../generate/operations.ts';
import { usageOf } from './usage.ts';

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

/** The operations that use a part of a document, directly or through other components. */
export function operationsUsing({ document }: Description, owner: Owner): readonly string[] {
  const [section, ...names] = owner.base;
  const all = (): readonly LocatedOperation[] => operationsIn(document);
  switch (section) {
    case 'paths': {
      const [path = '', member] = names;
      const item = document.paths?.[path];
      const entries = METHODS.flatMap((method) => {
        const operation = item?.[method];
        return item === undefined || operation === undefined ? [] : [{ path, method, item, operation }];
      });
      const ofMethod = entries.filter((entry) => entry.method === member);
      return ids(ofMethod.length > 0 ? ofMethod : entries);
    }
    case 'components':
      return names[0] === 'securitySchemes'
        ? ids(all().filter(({ operation }) => accepts(document, operation, names[1] ?? '')))
        : usageOf(document).operationsOf(names.join('/'));
    case 'security':
      return ids(all().filter(({ operation }) => operation.security === undefined));
    case 'servers':
      return ids(all().filter(({ operation, item }) => (operation.servers ?? item.servers) === undefined));
    default:
      return [];
  }
}

const ids = (entries: readonly LocatedOperation[]): readonly string[] =>
  entries.flatMap(({ operation }) => operation.operationId ?? []);

function accepts(document: Document, operation: Operation, scheme: string): boolean {
  return (operation.security ?? document.security ?? []).some((requirement) => Object.hasOwn(requirement, scheme));
}

/** The security schemes that these operations accept. */
export function acceptedSchemes({ document }: Description, ids: readonly string[]): readonly string[] {
  const accepted = operationsIn(document)
    .filter(({ operation }) => ids.includes(operation.operationId ?? ''))
    .flatMap(({ operation }) => (operation.security ?? document.security ?? []).flatMap((each) => Object.keys(each)));
  return [...new Set(accepted)];
}

/** The call that creates the credential of a scheme if @syncline/auth has one, otherwise the scheme's name. */
export function credentialOf(scheme: string): string {
  const found = (Object.keys(operations) as OperationId[])
    .flatMap((id) => explain(id).allowed)
    .find((alternative) => alternative.scheme === scheme);
  return found === undefined ? scheme : `\`${found.factory}\``;
}

/** `Record.field` of a place in a named schema; empty for any other place. */
export function fieldsAt({ base: [, group, record], rest: [keyword, name] }: Owner): readonly string[] {
  return group === 'schemas' && keyword === 'properties' && name !== undefined ? [`${record}.${name}`] : [];
}
