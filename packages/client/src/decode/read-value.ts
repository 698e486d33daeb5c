import type { DecodeTable } from '@syncline/openapi';
import { wordsOf } from '../errors/from-response.ts';
import { ResponseFormatError, type ResponseFormatReason } from '../errors/response-format-error.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { decodeRecords } from './decode-records.ts';
import { parseJson } from './parse-json.ts';

type Row = Record<string, unknown>;
type Refuse = (reason: ResponseFormatReason, what: string) => Error;

/** Makes one record of an answer. */
export function readRecord(table: DecodeTable, settings: Settings) {
  return (answer: Answer, draft: Draft): unknown => {
    const refuse = refuser(draft);
    const text = readText(answer, refuse);
    const record = asRecord(parse(text, refuse), settings, refuse);
    decode([record], table, text, (value) => [value as Row], draft, settings);
    return record;
  };
}

/** Makes the list of records of an answer in one go. */
export function readList(answer: Answer, draft: Draft, table: DecodeTable, settings: Settings): unknown {
  const refuse = refuser(draft);
  const text = readText(answer, refuse);
  const records = asCollection(parse(text, refuse), settings, refuse);
  decode(records, table, text, (value) => asCollection(value, settings, refuse), draft, settings);
  return records;
}

/** Makes the JSON value of an answer whose shape nobody knows. */
export function readUnknown(answer: Answer, draft: Draft): unknown {
  const refuse = refuser(draft);
  return parse(readText(answer, refuse), refuse);
}

export function refuser(draft: Draft): Refuse {
  return (reason, what) => new ResponseFormatError(draft, reason, what);
}

const readText = (answer: Answer, refuse: Refuse): string => {
  if (answer.isEmpty) throw refuse('empty', `${answer.status} without a body`);
  try {
    return answer.textSync();
  } catch {
    throw refuse('encoding', 'the body is not UTF-8');
  }
};

/** The engine's own message quotes the body, so it is not passed on. */
export function parse(text: string, refuse: Refuse): unknown {
  try {
    return parseJson(text);
  } catch {
    throw refuse('json', 'the body is not JSON');
  }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const asRecord = (value: unknown, settings: Settings, refuse: Refuse): Row => {
  if (!isObject(value)) throw refuse('shape', 'the body is no record');
  if (isObject(value.error)) throw serviceErrorInside(value, settings, refuse);
  return value;
};

/** The records of a collection: a bare list, or the `value` of an object (OData JSON). */
export function asCollection(value: unknown, settings: Settings, refuse: Refuse): Row[] {
  const envelope: Row = isObject(value) ? value : { value };
  const { value: list } = envelope;
  if (!Array.isArray(list)) {
    if (envelope.error !== undefined) throw serviceErrorInside(envelope, settings, refuse);
    throw refuse('shape', 'the body is no list of records');
  }
  if ((envelope['@odata.nextLink'] ?? envelope['@nextLink']) !== undefined) {
    throw refuse('next-page', 'the list goes on at another address, and reading on is not part of the specification');
  }
  if (!list.every(isObject)) throw refuse('shape', 'an item of the list is no record');
  return list;
}

const serviceErrorInside = (value: Row, settings: Settings, refuse: Refuse): Error => {
  const { code, message } = wordsOf(value);
  const words = settings.scrub([code, message].join(' ').trim());
  return refuse('service-error', `a success status with an error inside: ${words.slice(0, 500)}`);
};

/** Decodes records, by the client's own table for them where it was given one, with the errors that belong to their text. */
export function decode(
  records: readonly Row[],
  table: DecodeTable,
  text: string,
  recordsOf: (value: unknown) => readonly Row[],
  draft: Draft,
  settings: Settings,
): void {
  return decodeRecords(records, settings.tables?.decode[table.record] ?? table, {
    text,
    recordsOf,
    undecodable: (record, field, value) => {
      if (settings.undecodable === 'keep') return value;
      const shown = settings.scrub(textOf(value)).slice(0, 100);
      throw new ResponseFormatError(draft, 'value', `${record}.${field} cannot be ${shown}`, {
        record,
        field,
        value: shown,
      });
    },
  });
}

/** A value as a message shows it. What is nested without end, an engine may read and then fail to write. */
const textOf = (value: unknown): string => {
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return 'something nested too deeply to show';
  }
};
