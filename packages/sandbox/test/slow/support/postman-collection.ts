import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Item {
  name?: string;
  item?: Item[];
  request?: { url: { variable?: { key: string; value: unknown }[] } };
}

interface Converter {
  convert(
    input: object,
    options: object,
    done: (error: unknown, result: { output: { data: { item: Item[] } }[] }) => void,
  ): void;
}

/**
 * The text of the collection that Postman creates from a document. The authentication header is added, and each path
 * parameter with an example is set to that example.
 */
export async function postmanCollection(
  documentPath: string,
  examples: Readonly<Record<string, string>>,
  header: readonly [name: string, value: string],
): Promise<string> {
  const load = createRequire(join(fileURLToPath(new URL('../../../peers/', import.meta.url)), 'load.mjs'));
  const { convert } = load('openapi-to-postmanv2') as Converter;
  const { output } = await new Promise<{ output: { data: { item: Item[] } }[] }>((resolve, reject) =>
    convert({ type: 'file', data: documentPath }, { requestParametersResolution: 'Example' }, (error, result) =>
      error ? reject(error as Error) : resolve(result),
    ),
  );
  const collection = output[0]!.data;
  for (const { url } of requestsOf(collection.item))
    for (const variable of url.variable ?? []) variable.value = examples[variable.key] ?? variable.value;
  return withHeader(JSON.stringify({ ...collection, auth: undefined }), header);
}

/** The requests of a collection, including those in nested folders. */
function requestsOf(items: readonly Item[]): NonNullable<Item['request']>[] {
  return items.flatMap(({ item = [], request }) => [...(request === undefined ? [] : [request]), ...requestsOf(item)]);
}

/**
 * Postman keeps the kind of authentication, but loses the placeholder in the header's name. So the authentication is
 * removed, and the header is added directly.
 */
function withHeader(collection: string, [key, value]: readonly [string, string]): string {
  return JSON.stringify(
    JSON.parse(collection, function (this: Record<string, unknown>, name, member: unknown) {
      if (name === 'auth') return undefined;
      if (name === 'header' && 'method' in this && !JSON.stringify(this).includes('"oauth"'))
        return [...((member as object[] | undefined) ?? []), { key, value }];
      return member;
    }),
  );
}
