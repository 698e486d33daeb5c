import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { NAMED_MEMBERS, dereference, isData } from '../../src/generate/schemas.ts';
import { METHODS, type Body, type Document, type Operation, type Parameter } from '../../src/generate/model.ts';
import { successBodies } from '../../src/generate/media.ts';

/** A server that checks each request against a document. It shares only the reading of references with the generator. */
export interface CheckingServer {
  readonly origin: string;
  /** Each request that has arrived: its operationId, and what is wrong with it. */
  readonly seen: readonly { readonly operation: string; readonly problems: readonly string[] }[];
  close(): void;
}

/** Starts the server. To each request it sends the first success of the operation, with an empty list or object. */
export async function serveDocument(document: Document): Promise<CheckingServer> {
  const check = createCheck(document);
  const seen: { operation: string; problems: string[] }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const found = findOperation(document, method.toLowerCase(), url.split('?')[0] ?? '');
      if (found === undefined) {
        seen.push({ operation: `${method} ${url}`, problems: ['the document has no such operation'] });
        response.writeHead(404).end();
        return;
      }
      let problems: string[];
      try {
        problems = check(found, url.split('?')[1] ?? '', headers, Buffer.concat(parts));
      } catch (error) {
        problems = [`cannot be checked: ${(error as Error).message}`];
      }
      seen.push({ operation: found.operation.operationId ?? '', problems });
      const [status = '200', body] = successBodies(document, found.operation)[0] ?? [];
      const [type, media] = Object.entries(body?.content ?? {})[0] ?? [];
      const code = /^\d+$/.test(status) ? Number(status) : 200;
      if (type === undefined) response.writeHead(code).end();
      else {
        const schema = dereference<{ type?: string }>(document, (media?.schema ?? {}) as never);
        response.writeHead(code, { 'content-type': type }).end(schema.type === 'array' ? '[]' : '{}');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Found {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly path: Readonly<Record<string, string>>;
}

/** The operation of a path. Of two templates that match, the one with fewer parameters is meant. */
function findOperation(document: Document, method: string, path: string): Found | undefined {
  const matches = Object.entries(document.paths ?? {}).flatMap(([template, item]) => {
    const operation = METHODS.includes(method as never) ? item[method as (typeof METHODS)[number]] : undefined;
    const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    const pattern = template
      .split(/\{[^}]+\}/)
      .map(literal)
      .join('([^/]+)');
    const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1);
    if (operation === undefined || values === undefined) return [];
    const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
      dereference<Parameter>(document, each),
    );
    const parameters = [...new Map(all.map((each) => [`${each.in} ${each.name}`, each])).values()];
    return [{ operation, parameters, path: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) }];
  });
  return matches.sort((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)[0];
}

/**
 * The schemas of a document, without what JSON Schema reads in another way: examples, and the forms of OpenAPI 3.0.
 *
 * @param base - the document to which the references lead
 */
function asJsonSchema(node: unknown, base = '', isMap = false): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((each) => asJsonSchema(each, base));
  const entries = Object.entries(node).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (isMap) return [[key, asJsonSchema(value, base)]];
    if (key === 'enum' || key === 'const') return [[key, value]];
    if (isData(key) || (/^exclusiveM/.test(key) && typeof value === 'boolean')) return [];
    if (key === 'nullable' && !('type' in node)) return [];
    if (key === '$ref') return [[key, `${base}${String(value)}`]];
    return [[key, asJsonSchema(value, base, NAMED_MEMBERS.has(key))]];
  });
  return Object.fromEntries(entries);
}

function createCheck(document: Document) {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    coerceTypes: 'array',
    validateFormats: false,
    logger: false,
  });
  ajv.addSchema({ ...(asJsonSchema(document) as object), $id: 'doc' });
  const validate = (schema: object | undefined, value: unknown, place: string): readonly string[] => {
    const isValid = ajv.validate(asJsonSchema(schema ?? {}, 'doc') as object, value);
    return isValid ? [] : [`${place}: ${ajv.errorsText()}`];
  };

  return (
    { operation, parameters, path }: Found,
    query: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
  ): string[] => {
    const problems: string[] = [];
    const sent = new Map<string, string[]>();
    for (const pair of query === '' ? [] : query.split('&')) {
      const [name = '', value = ''] = pair.split('=').map((each) => decodeURIComponent(each));
      sent.set(name, [...(sent.get(name) ?? []), value]);
    }
    for (const { in: place, name, required, schema, explode } of parameters) {
      const header = headers[name.toLowerCase()];
      const values =
        place === 'path'
          ? [decodeURIComponent(path[name] ?? '')]
          : place === 'query'
            ? sent.get(name)
            : place === 'header' && header !== undefined
              ? [String(header)]
              : undefined;
      if (values === undefined && required === true) problems.push(`${place} ${name} is missing`);
      if (values === undefined) continue;
      if (place === 'query') sent.delete(name);
      const isList = dereference<{ type?: string }>(document, (schema ?? {}) as never).type === 'array';
      const list = explode === false ? values.flatMap((each) => each.split(',')) : values;
      problems.push(...validate(schema, isList ? list : values[0], `${place} ${name}`));
    }
    for (const name of sent.keys()) problems.push(`the operation has no query parameter ${name}`);
    problems.push(...checkBody(operation, String(headers['content-type'] ?? ''), body));
    return problems;
  };

  function checkBody(operation: Operation, type: string, body: Buffer): readonly string[] {
    const described = operation.requestBody && dereference<Body>(document, operation.requestBody as never);
    if (body.length === 0) return (described as { required?: boolean } | undefined)?.required ? ['no body'] : [];
    const essence = type.split(';')[0] ?? '';
    const media = described?.content?.[essence] ?? described?.content?.[type] ?? described?.content?.['*/*'];
    if (media === undefined) return [`no body of ${type} is described`];
    if (/json$/.test(essence)) return validate(media.schema, JSON.parse(body.toString()), 'body');
    if (essence !== 'application/x-www-form-urlencoded') return [];
    const { properties = {} } = dereference<{ properties?: object }>(document, (media.schema ?? {}) as never);
    const names = [...new URLSearchParams(body.toString()).keys()].map((name) => name.split('[')[0] ?? '');
    return names.flatMap((name) => (name in properties ? [] : [`the form has no field ${name}`]));
  }
}
