import type { CallContext, ClientResponse } from '@syncline/core';
import type { DecodeTable } from '@syncline/openapi';
import { ResponseFormatError, type ResponseFormatReason } from '../errors/response-format-error.ts';
import type { Settings } from '../options/settings.ts';
import { decodeRecords } from './records.ts';
import { serviceErrorOf } from './service-error.ts';

export type Row = Record<string, unknown>;

/** A letter of `__proto__` written as an escape. The text then does not contain the word itself. */
const escapedLetter = /\\u00(5f|6f|7[024])/i;

/** Returns the decoder of a response with one record. */
export function readRecord(table: DecodeTable, settings: Settings) {
  return (response: ClientResponse, context: CallContext): unknown => {
    const decoder = new RecordDecoder(table, context, settings);
    const text = textOf(response, context);
    const record = decoder.recordOf(parse(text, context));
    decoder.decode([record], text, (value) => [value as Row]);
    return record;
  };
}

/** Parses a response whose shape the document does not describe. */
export function readUnknown(response: ClientResponse, context: CallContext): unknown {
  return parse(textOf(response, context), context);
}

/** @throws {ResponseFormatError} when the response has no body, or one that is not UTF-8 */
export function textOf(response: ClientResponse, context: CallContext): string {
  if (response.isEmpty) throw new ResponseFormatError(context, 'empty', `${response.status} without a body`);
  try {
    return response.text();
  } catch {
    throw new ResponseFormatError(context, 'encoding', 'the body is not UTF-8');
  }
}

/** Parses JSON. The error does not have the engine's message, which quotes the body. */
export function parse(text: string, context: CallContext): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ResponseFormatError(context, 'json', 'the body is not JSON');
  }
}

/**
 * Finds the records in the JSON of one response and decodes them by their table. Throws a ResponseFormatError if it
 * cannot.
 */
export class RecordDecoder {
  readonly #table: DecodeTable;
  readonly #context: CallContext;
  readonly #settings: Settings;

  constructor(table: DecodeTable, context: CallContext, settings: Settings) {
    this.#table = settings.tables.decode[table.record] ?? table;
    this.#context = context;
    this.#settings = settings;
  }

  /** The body as one record. */
  recordOf(value: unknown): Row {
    if (!isObject(value)) throw this.#refuse('shape', 'the body is not a record');
    if (isObject(value.error)) throw this.#refuseServiceError(value);
    return value;
  }

  /** The body as the records of a collection: a bare list, or the `value` of an object (OData JSON). */
  recordsOf(value: unknown): Row[] {
    const envelope: Row = isObject(value) ? value : { value };
    const { value: list } = envelope;
    if (!Array.isArray(list)) {
      if (envelope.error !== undefined) throw this.#refuseServiceError(envelope);
      throw this.#refuse('shape', 'the body is not a list of records');
    }
    if ((envelope['@odata.nextLink'] ?? envelope['@nextLink']) !== undefined) {
      throw this.#refuse(
        'next-page',
        'the list continues at another address, and the specification does not say how to read it',
      );
    }
    if (!list.every(isObject)) throw this.#refuse('shape', 'an item of the list is not a record');
    return list;
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

  readonly #undecodable = (record: string, field: string, value: unknown): unknown => {
    if (this.#settings.undecodable === 'keep') return value;
    const shown = this.#context.scrub(shownValue(value)).slice(0, 100);
    const what = `the value of ${record}.${field} cannot be decoded: ${shown}`;
    throw new ResponseFormatError(this.#context, 'value', what, { record, field, value: shown });
  };

  #refuseServiceError(body: Row): Error {
    const { code, message } = serviceErrorOf(body, (text) => this.#context.scrub(text));
    const words = [code, message].join(' ').trim();
    return this.#refuse('service-error', `the status is a success, but the body is an error: ${words.slice(0, 500)}`);
  }

  #refuse(reason: ResponseFormatReason, what: string): Error {
    return new ResponseFormatError(this.#context, reason, what);
  }
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  dropProto(value, text);
  return value;
}

/**
 * Drops the `__proto__` keys of a parsed text. Uses a list instead of recursion, so that deep nesting cannot overflow
 * the stack.
 */
function dropProto(root: unknown, text: string): void {
  if (!text.includes('__proto__') && !(text.includes('\\u00') && escapedLetter.test(text))) return;
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    delete (value as Record<string, unknown>)['__proto__'];
    for (const child of Object.values(value)) left.push(child);
  }
}
