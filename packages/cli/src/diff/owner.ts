import { explain } from '@syncline/auth';
import { operations, type OperationId } from '@syncline/openapi';
import type { Document, Description, Operation, Parameter } from '../generate/model.ts';
import { operationsIn, type LocatedOperation } from '../generate/operations.ts';
import { dereference } from '../generate/schemas.ts';
import type { RedoclyChange } from './redocly-diff.ts';

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
  const all = operationsIn(document);
  switch (section) {
    case 'paths': {
      const [path, member] = names;
      const own = all.filter((entry) => entry.path === path);
      const one = own.filter((entry) => entry.method === member);
      return ids(one.length > 0 ? one : own);
    }
    case 'components':
      if (names[0] === 'securitySchemes')
        return ids(all.filter(({ operation }) => accepts(document, operation, names[1] ?? '')));
      return ids(
        all.filter(({ operation, item }) => reached(document, [operation, item.parameters]).has(names.join('/'))),
      );
    case 'security':
      return ids(all.filter(({ operation }) => operation.security === undefined));
    case 'servers':
      return ids(all.filter(({ operation, item }) => (operation.servers ?? item.servers) === undefined));
    default:
      return [];
  }
}

const ids = (entries: readonly LocatedOperation[]): readonly string[] =>
  entries.flatMap(({ operation }) => operation.operationId ?? []);

function accepts(document: Document, operation: Operation, scheme: string): boolean {
  return (operation.security ?? document.security ?? []).some((requirement) => Object.hasOwn(requirement, scheme));
}

/** The names (`schemas/Job`) of every component that these values refer to, directly or through others. */
function reached(document: Document, values: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [...values];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') open.push(value);
      else {
        const [, kind, name] = pointerKeys(value);
        const component = `${kind}/${name}`;
        if (found.has(component)) continue;
        found.add(component);
        open.push(
          (document.components as Record<string, Record<string, unknown>> | undefined)?.[kind ?? '']?.[name ?? ''],
        );
      }
    }
  }
  return found;
}

/** The parameters that a change is about: those that it adds or removes, or the one that it is in. */
export function parametersOf(change: RedoclyChange, before: Document, after: Document): readonly string[] {
  const { typeName, kind, property } = change;
  if (typeName === 'Parameter' && property === 'name')
    return [change.base?.value, change.revision?.value].filter((name) => typeof name === 'string');
  const side = kind === 'removed' ? change.base : change.revision;
  if (kind !== 'modified' && (typeName === 'Parameter' || typeName === 'ParameterList')) {
    return [side?.value ?? []]
      .flat()
      .map((value) => dereference(kind === 'removed' ? before : after, value as Parameter).name);
  }
  const pointer = side?.pointer ?? change.base?.pointer ?? change.path;
  const found = ancestors(kind === 'removed' ? before : after, pointer).find(isParameter);
  return found === undefined ? [] : [found.name];
}

/** The security schemes that a change is about. */
export function schemesOf({ typeName, path, base, revision }: RedoclyChange): readonly string[] {
  switch (typeName) {
    case 'SecurityScheme':
      return pointerKeys(path).slice(2, 3);
    case 'SecurityRequirement':
    case 'SecurityRequirementList':
      return [
        ...new Set([base?.value ?? [], revision?.value ?? []].flat().flatMap((value) => Object.keys(value as object))),
      ];
    default:
      return [];
  }
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

/** The nodes on the path to a place, starting with the document. */
function ancestors(document: Document, pointer: string): readonly unknown[] {
  const nodes: unknown[] = [document];
  for (const key of pointerKeys(pointer)) {
    const node = nodes.at(-1);
    nodes.push(typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined);
  }
  return nodes;
}

function isParameter(node: unknown): node is Parameter {
  return typeof node === 'object' && node !== null && 'in' in node && 'name' in node && !('type' in node);
}
