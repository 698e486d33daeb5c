import { METHODS, type Document, type Method, type Operation, type PathItem } from './model.ts';
import { pascalCase } from './print.ts';

/**
 * A document in which every operation has a unique operationId. A missing one is derived from the method and the path:
 * `GET /pets/{petId}` becomes `getPetsByPetId`. One that is used twice gets a number.
 */
export function completeDocument(document: Document): Document {
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

function deriveId(method: Method, path: string): string {
  const words = path
    .split('/')
    .flatMap((segment) => segment.split(/(\{[^}]*\})/))
    .map((word) => (word.startsWith('{') ? `By${pascalCase(word.slice(1, -1))}` : pascalCase(word)));
  return `${method}${words.join('') || 'Root'}`;
}
