import {
  type CallContext,
  type ClientResponse,
  ConfigError,
  nextMember,
  nextTarget,
  type RequestPlace,
} from '@syncline/core/internal';
import type { DecodeTable } from '@syncline/openapi';
import { type FieldPlace, ResponseFormatError, type ResponseFormatReason } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';
import { hasTwoValues } from './exact-json.ts';
import { isObject, mayHideKeys, noFields, type Progress, type ReadTarget } from './ordinary.ts';
import { type DecodeContext, decodeRecords } from './records.ts';
import { serviceErrorOf } from './service-error.ts';
import { showFor } from './shown-text.ts';

// Loads with the reader: in a file of its own, it would divide the first chunk of a page (decision 0041).
export { followRedirect } from './follow-redirect.ts';

export type Row = Record<string, unknown>;

/**
 * Reads any response: it knows every reason to refuse one, and reads every number exactly.
 *
 * @throws {ResponseFormatError} when the response cannot be used
 */
export function readCarefully(response: ClientResponse, context: CallContext, target: ReadTarget | undefined): unknown {
  if (target === undefined) return readUnknown(response, context);
  const { kind, table, settings, progress } = target;
  const operation = settings.tables.operations[context.operation ?? ''];
  if (response.isEmpty && operation?.response.isOptional) return undefined;
  const decoder = new RecordDecoder(table, context, settings, progress);
  const text = textOf(response, context);
  if (kind === 'collection') {
    decoder.readHeaders(response);
    const records = decoder.read(text);
    decoder.end();
    return records;
  }
  const record = decoder.recordOf(parse(text, context));
  decoder.decode([record], text, (value) => [value as Row]);
  return record;
}

/** @throws {ConfigError} when the client's tables do not describe the records of an operation */
export function requireTable(operationId: string, { tables: { decode, operations } }: Settings): DecodeTable {
  const { record, isPlain } = operations[operationId]?.response ?? {};
  const table = decode[record ?? ''] ?? (isPlain ? noFields : undefined);
  if (table === undefined)
    throw new ConfigError('tables', `must have a decode table for the records of ${operationId}`);
  return table;
}

/**
 * Whether a body is the service's error (specification section 7), and not data with a field called `error`: an object
 * in `error`, or the three texts of the v2 interface.
 */
function isServiceError(body: unknown): body is Record<string, unknown> {
  const { error, message, code }: Row = { ...Object(body), __proto__: null };
  return isObject(error) || (typeof error === 'string' && typeof message === 'string' && code !== undefined);
}

/** Decodes a response whose shape the document does not describe. It refuses only the service's error. */
function readUnknown(response: ClientResponse, context: CallContext): unknown {
  const value = parse(textOf(response, context), context);
  if (isServiceError(value)) throw refuseServiceError(value, context);
  return value;
}

/** @throws {ResponseFormatError} when the response has no body, or one that is not UTF-8 */
export function textOf(response: ClientResponse, context: RequestPlace): string {
  if (response.isEmpty) throw new ResponseFormatError(context, 'empty', `${response.status} without a body`);
  try {
    return response.text();
  } catch {
    throw new ResponseFormatError(context, 'encoding', 'the body is not UTF-8');
  }
}

/** Parses JSON. The error does not have the engine's message, which quotes the body. */
export function parse(text: string, context: RequestPlace): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ResponseFormatError(context, 'json', 'the body is not JSON');
  }
}

/**
 * Finds the records in the JSON of one response and decodes them by their table. It alone decides whether a collection
 * is whole, so that a list and a stream refuse the same bodies. Throws a ResponseFormatError if it cannot.
 */
export class RecordDecoder {
  readonly #table: DecodeTable;
  readonly #context: CallContext;
  readonly #settings: Settings;
  readonly #progress: Progress;
  /** The first defect beside the records, which `end` throws */
  #refusal: Error | undefined;
  /** Where the headers say that the collection continues */
  #link: string | undefined;

  constructor(table: DecodeTable, context: CallContext, settings: Settings, progress: Progress = { seen: 0 }) {
    this.#table = settings.tables.decode[table.record] ?? table;
    this.#context = context;
    this.#settings = settings;
    this.#progress = progress;
  }

  /** The body as one record. */
  recordOf(value: unknown): Row {
    if (!isObject(value)) throw this.#refuse('shape', 'the body is not a record');
    if (isServiceError(value)) throw refuseServiceError(value, this.#context);
    return value;
  }

  /**
   * Reads records from the text of a collection: a bare list, or an object with the list in `value` (OData JSON). Of a
   * collection that arrives in pieces, the text is its beginning, some of its records, or its end. If what stands beside
   * records refuses the collection, `end` throws that, so that a stream returns the records first.
   *
   * @param returned - how many records at the beginning were returned before
   */
  read(text: string, returned = 0): Row[] {
    const parsed = parse(text, this.#context);
    const envelope: Row = isObject(parsed) ? parsed : { value: parsed };
    const list = envelope.value;
    // A service may say with an empty value that there is no error.
    if (Object.hasOwn(envelope, 'error') && envelope.error) this.#refusal = refuseServiceError(envelope, this.#context);
    if (!Array.isArray(list)) throw this.#refuse('shape', 'the body is not a list of records');
    if (envelope === parsed) this.#readEnvelope(envelope, text);
    if (this.#refusal && list.length === 0) throw this.#refusal;
    // For a long list, `every` would take three times as long (Node 24).
    for (const item of list) if (!isObject(item)) throw this.#refuse('shape', 'an item of the list is not a record');
    list.splice(0, returned);
    this.decode(list, text, (value) => recordsOf(value).slice(returned));
    this.#progress.seen += list.length;
    return list;
  }

  /** Throws, after the last record, what refuses the collection: what stood beside the records, or a count that does not fit. */
  end(): void {
    this.#continueAt(this.#link);
    if (this.#refusal) throw this.#refusal;
    const { count, next, seen } = this.#progress;
    if (count === undefined || next !== undefined || Number(count) === seen) return;
    throw this.#refuse('count', `the service counted ${Number(count)} records, but ${seen} arrived`);
  }

  /** Looks at what the headers of a collection say, before its records are read. */
  readHeaders({ headers }: ClientResponse): void {
    // A bare list has no other place for it.
    this.#link = nextTarget(headers.get('link'), this.#context.request.url);
  }

  #continueAt(next: unknown): void {
    if (next === undefined) return;
    this.#progress.next = next;
    if (this.#progress.followsPages) return;
    this.#refusal = this.#refuse('next-page', "the list continues on another page: set pages to 'follow' to read it");
  }

  /** Looks at what stands beside the records. */
  #readEnvelope(envelope: Row, text: string): void {
    if (hasTwoValues(text)) throw this.#refuse('shape', 'the body has two lists of records');
    this.#continueAt(nextMember(envelope));
    for (const name of Object.keys(envelope))
      if (/^(@|@?odata\.)count$/.test(name)) this.#progress.count = envelope[name] ?? undefined;
  }

  /**
   * Decodes records in place.
   *
   * @param text - the JSON that the records were parsed from
   * @param recordsOf - finds the same records in the parsed value of the text
   */
  decode(records: readonly Row[], text: string, recordsOf: (value: unknown) => readonly Row[]): void {
    decodeRecords(records, this.#table, { text, recordsOf, undecodable: this.#undecodable });
  }

  readonly #undecodable: DecodeContext['undecodable'] = (record, field, _value, asSent) => {
    const sent = asSent();
    if (this.#settings.undecodable === 'keep') return sent;
    const shown = this.#context.scrub(shownValue(sent)).slice(0, 100);
    const what = `the value of ${record}.${field} cannot be decoded: ${shown}`;
    throw this.#refuse('value', what, { record, field, value: shown });
  };

  /** Creates the error of a defect. A defect beside the records that was found before comes first. */
  #refuse(reason: ResponseFormatReason, what: string, field?: FieldPlace): Error {
    return this.#refusal ?? new ResponseFormatError(this.#context, reason, what, field);
  }
}

/** @throws {ResponseFormatError} for a success that is not JSON */
export function refuseContentType({ headers, status }: ClientResponse, context: CallContext): never {
  // Cut only after it is without secrets: half a secret is not found.
  const mediaType = /^[\w.+/-]{1,60}/.exec(context.scrub(headers.get('content-type') ?? ''))?.[0] ?? 'something else';
  throw new ResponseFormatError(context, 'content-type', `${status} with a body that is not JSON but ${mediaType}`);
}

/** Creates the error of a link to the next page that cannot be followed. */
export function refusePage(context: CallContext, why: string): Error {
  return new ResponseFormatError(context, 'next-page', `the link to the next page is not followed: ${why}`);
}

function refuseServiceError(body: Row, context: CallContext): Error {
  const { code, message } = serviceErrorOf(body, showFor(context));
  const words = [code, message].join(' ').trim().slice(0, 500);
  const what = `the status is a success, but the body is an error: ${words}`;
  return new ResponseFormatError(context, 'service-error', what);
}

/** The records in the parsed JSON of a collection that `read` accepted. */
function recordsOf(value: unknown): Row[] {
  return (isObject(value) ? value.value : value) as Row[];
}

/** A value as a message shows it. An engine can parse deeply nested JSON and then fail to write it. */
function shownValue(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value nested too deeply to show';
  }
}

/**
 * Parses JSON and drops `__proto__` keys, which would become the prototype of an object that copies them.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (mayHideKeys(text)) dropProto(value);
  return value;
}

/**
 * Drops the `__proto__` keys of parsed JSON. Uses a list instead of recursion, so that deep nesting cannot overflow the
 * stack.
 */
export function dropProto(root: unknown): void {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    delete (value as Record<string, unknown>)['__proto__'];
    for (const child of Object.values(value)) left.push(child);
  }
}
