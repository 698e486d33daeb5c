import type { Body, Document, MediaType, Operation, Schema } from './model.ts';
import { dereference } from './schemas.ts';

/** The responses that are a success: those whose status begins with 2, or `default` if the document has none. */
export function successBodies(
  document: Document,
  { responses = {} }: Operation,
): readonly (readonly [status: string, body: Body])[] {
  const all = Object.entries(responses);
  const named = all.filter(([status]) => /^2/.test(status));
  const found = named.length > 0 ? named : all.filter(([status]) => status === 'default');
  return found.map(([status, body]) => [status, dereference<Body>(document, body)]);
}

/** How the clients read a body of a media type: JSON, text (a string) or bytes (a Uint8Array). */
export type Reading = 'json' | 'text' | 'bytes';

const isJsonType = (type: string): boolean => /^application\/(.+\+)?json$|^(application|\*)\/\*$/.test(type);
const isTextType = (type: string): boolean =>
  /^text\/|^application\/(.+\+)?(xml|yaml)$|^application\/(x-)?(yaml|ndjson|jsonl|javascript|sql|graphql)$|^application\/x-www-form-urlencoded$|^application\/(json-seq|jwt)$/.test(
    type,
  );

/** The media type of a stream of events, which a call does not read, because it has no end. */
export const EVENTS = 'text/event-stream';

const successTypes = (document: Document, operation: Operation): readonly string[] =>
  successBodies(document, operation).flatMap(([, { content = {} }]) =>
    Object.keys(content).map((type) => (type.split(';')[0] ?? '').trim().toLowerCase()),
  );

/**
 * The media types of the successes of an operation, in lower case and without parameters, and how each is read. Of an
 * operation that has others, too, a stream of events is left out.
 */
export function mediaOf(document: Document, operation: Operation): Readonly<Record<string, Reading>> {
  const types = successTypes(document, operation);
  const read = types.filter((type) => type !== EVENTS);
  return Object.fromEntries(
    (read.length > 0 ? read : types).map(
      (type) => [type, isJsonType(type) ? 'json' : isTextType(type) ? 'text' : 'bytes'] as const,
    ),
  );
}

/** Whether an operation returns a stream of events besides what a call reads. */
export function hasEventsLeftOut(document: Document, operation: Operation): boolean {
  const types = successTypes(document, operation);
  return types.includes(EVENTS) && types.some((type) => type !== EVENTS);
}

/** Whether the clients read the responses as they do without knowing their media types. */
export const isUsualMedia = (media: Readonly<Record<string, Reading>>): boolean =>
  Object.keys(media).every((type) => /^application\/json$|^(application|\*)\/\*$/.test(type));

/** The schema of the JSON in a response or request, and its content type. A body of any media type is read as JSON. */
export function jsonSchemaOf({ content = {} }: Body): { readonly type: string; readonly schema: Schema } | undefined {
  for (const isJson of [/^application\/(.+\+)?json\b/i, /^(application|\*)\/\*/])
    for (const [type, { schema }] of Object.entries(content))
      if (schema !== undefined && isJson.test(type)) return { type, schema };
  return undefined;
}

/** Whether a content has a JSON media type. */
export function isJson(content: NonNullable<Body['content']>): boolean {
  return Object.keys(content).some((type) => /^application\/(.+\+)?json\b/.test(type));
}

/**
 * The media type that a client sends, with its schema: JSON if the document has it, otherwise a form, otherwise a form
 * with files, otherwise text, otherwise the first one. `client.call` has the type of the same body. A document that accepts any media type accepts
 * JSON.
 */
export function sentContent(content: Body['content'] = {}): readonly [type: string, media: MediaType] | undefined {
  const all = Object.entries(content).map(
    ([type, media]) => [type === '*/*' ? 'application/json' : type, media] as const,
  );
  const orders = [
    /^application\/json$/,
    /^application\/(.+\+)?json\b/,
    /^application\/x-www-form-urlencoded$/,
    /^multipart\/form-data$/,
    textual,
  ];
  for (const order of orders) {
    const found = all.find(([type]) => order.test(type));
    if (found !== undefined) return found;
  }
  return all[0];
}

const textual = /^text\/|^application\/(.+\+)?xml\b/;
