import { METHODS, type Document, type Parameter, type PathItem } from './model.ts';
import { resolve } from './schemas.ts';

/** A document in which each parameter of a path is described. One that was not is a string. */
export function describePathParameters(document: Document): Document {
  if (document.paths === undefined) return document;
  const paths = Object.entries(document.paths).map(([path, item]) => [path, complete(document, path, item)] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

function complete(document: Document, path: string, item: PathItem): PathItem {
  const isIn = (parameters: PathItem['parameters'] = [], name: string): boolean =>
    parameters.some((each) => {
      const parameter = resolve<Parameter>(document, each);
      return parameter.in === 'path' && parameter.name === name;
    });
  const operations = METHODS.flatMap((method) => item[method] ?? []);
  const missing = [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))].filter(
    // If each operation describes it, the path need not.
    (name) => !isIn(item.parameters, name) && !operations.every(({ parameters }) => isIn(parameters, name)),
  );
  if (missing.length === 0) return item;
  const added = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return { ...item, parameters: [...(item.parameters ?? []), ...added] };
}
