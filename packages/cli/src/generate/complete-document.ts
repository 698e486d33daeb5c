import { METHODS, type Document, type Method, type Operation, type PathItem } from './model.ts';
import { pascalCase } from './print.ts';
import { targetOf } from './schemas.ts';

/**
 * A document in which every path has its operations itself, and every operation has a unique operationId. A missing id
 * is derived from the method and the path: `GET /pets/{petId}` becomes `getPetsByPetId`. One that is used twice gets a
 * number.
 */
export function completeDocument(bundled: Document): Document {
  const document = withoutPathReferences(bundled);
  const given = new Set(
    Object.values(document.paths ?? {}).flatMap((item) => METHODS.flatMap((method) => item[method]?.operationId ?? [])),
  );
  const used = new Set<string>();
  const identify = (path: string, method: Method, operation: Operation): Operation => {
    const wanted = operation.operationId ?? deriveId(method, path);
    const isOwn = operation.operationId !== undefined && !used.has(wanted);
    let id = wanted;
    for (let count = 2; !isOwn && (used.has(id) || given.has(id)); count += 1) id = `${wanted}${count}`;
    used.add(id);
    return id === operation.operationId ? operation : { ...operation, operationId: id };
  };
  const paths = Object.entries(document.paths ?? {}).map(([path, item]): [string, PathItem] => {
    const operations = METHODS.flatMap((method): [Method, Operation][] => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, identify(path, method, operation)]];
    });
    const isComplete = operations.every(([method, operation]) => item[method] === operation);
    return [path, isComplete ? item : { ...item, ...Object.fromEntries(operations) }];
  });
  return paths.every(([path, item]) => document.paths?.[path] === item)
    ? document
    : { ...document, paths: Object.fromEntries(paths) };
}

/**
 * Replaces each path that refers to a path item with the path item and what stands beside the reference, because all
 * other code reads the operations of `paths`.
 */
function withoutPathReferences(document: Document): Document {
  const inline = (item: PathItem): PathItem => {
    const { $ref, ...own } = item;
    return $ref === undefined ? item : { ...inline(targetOf(document, $ref)), ...own };
  };
  const all = Object.entries(document.paths ?? {});
  return all.some(([, { $ref }]) => $ref !== undefined)
    ? { ...document, paths: Object.fromEntries(all.map(([path, item]) => [path, inline(item)])) }
    : document;
}

function deriveId(method: Method, path: string): string {
  const words = path
    .split('/')
    .flatMap((segment) => segment.split(/(\{[^}]*\})/))
    .map((word) => (word.startsWith('{') ? `By${pascalCase(word.slice(1, -1))}` : pascalCase(word)));
  return `${method}${words.join('') || 'Root'}`;
}
