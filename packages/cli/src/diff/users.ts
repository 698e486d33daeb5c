import type { Description, Document, Operation } from '../generate/model.ts';
import { operationsIn, type LocatedOperation } from '../generate/operations.ts';
import { pointerKeys, type Owner } from './owner.ts';

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
