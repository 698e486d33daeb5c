import type { OperationId } from '@syncline/openapi';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { root } from './page.ts';

/** The parts of a bundled OpenAPI 3.1 document that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: readonly string[];
  default?: unknown;
  description?: string;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  required?: readonly string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  'x-decode'?: string;
  'x-shown'?: boolean;
  'x-secret'?: true;
  'x-volatile'?: true | 'environment';
  'x-source'?: string;
  'x-open-question'?: string | readonly string[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

/** The content of a request or of an answer. */
export interface Body {
  content?: Record<string, { schema: Schema; examples?: Record<string, { summary?: string; value: unknown }> }>;
}

export interface Operation {
  operationId: OperationId;
  summary: string;
  description?: string;
  parameters?: readonly Parameter[];
  requestBody?: Body & { $ref?: string };
  responses: Record<string, Response>;
  security?: readonly Record<string, unknown>[];
  servers?: readonly { url: string }[];
  'x-source'?: string;
  'x-open-question'?: string | readonly string[];
  'x-open-parameters'?: readonly { role: string; in: string; 'x-open-question': string; description: string }[];
}

export interface Response extends Body {
  $ref?: string;
  description: string;
}

export interface OpenApiDocument {
  info: { title: string; version: string; summary?: string; description: string };
  servers: readonly { url: string; description?: string }[];
  security?: readonly Record<string, unknown>[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Record<string, unknown>>>;
}

export const interfaces = ['odata', 'v2', 'cloud'] as const;
export type InterfaceName = (typeof interfaces)[number];
export type Documents = Record<InterfaceName, OpenApiDocument>;

const fileOf = (name: InterfaceName) => new URL(`packages/openapi/documents/${name}.json`, root);

/** Reads the three bundled documents. @throws {Error} when one is missing */
export function loadDocuments(): Documents {
  const read = (name: InterfaceName) => {
    if (!existsSync(fileOf(name)))
      throw new Error(`packages/openapi/documents/${name}.json is missing.\nFix it with: npm run generate`);
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as OpenApiDocument;
  };
  return { odata: read('odata'), v2: read('v2'), cloud: read('cloud') };
}

/** Copies the documents into the site, so that they can be downloaded. */
export function writeDocumentCopies(): void {
  const folder = new URL('packages/docs/public/openapi/', root);
  mkdirSync(folder, { recursive: true });
  for (const name of interfaces) copyFileSync(fileOf(name), new URL(`${name}.json`, folder));
}

/** Follows a `$ref` inside the document. */
export function resolve<T extends { $ref?: string }>(document: OpenApiDocument, value: T): T {
  if (value.$ref === undefined) return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return resolve(document, found as T);
}

/** Name of the schema that a `$ref` points at. */
export function refName(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

export function list(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

export interface LocatedOperation {
  readonly interface: InterfaceName;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation of a document, in the order of the document. */
export function operationsOf(name: InterfaceName, document: OpenApiDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ interface: name, method: method.toUpperCase(), path, operation })),
  );
}
