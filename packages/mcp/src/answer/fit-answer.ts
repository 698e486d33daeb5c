import { cleanUntrusted } from '../text/clean-untrusted.ts';
import { RefusalError } from '../refusal/refusal-error.ts';

/** Cleans and shortens a text of the service. @param limit - in characters. @default 200 */
export type Clean = (text: string, limit?: number) => string;

/** The answer of a tool before it is fitted into the limits. */
export interface Answer {
  /** The facts besides the rows, which are on every page */
  facts(clean: Clean): object;
  /** Rows, of which as many as fit are shown */
  readonly list?: AnswerList | undefined;
}

/** The rows of an answer. */
export interface AnswerList {
  /** The property of the rows */
  readonly name: string;
  /** Number of rows from the cursor on */
  readonly count: number;
  row(index: number, clean: Clean): object;
  /** Returns the cursor after this many rows */
  cursor(count: number): string;
}

/** A result of `tools/call`. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** A result with its size. */
export interface FittedAnswer {
  readonly result: ToolResult;
  readonly rows: number;
  readonly bytes: number;
}

/** Maximum number of rows in a result. */
export const mostRows = 50;
/** Maximum size of a whole result as JSON, in bytes: its text and its structured content. */
export const mostBytes = 16_000;
/** Factors for the limits of texts. The later ones are for a single row or for facts that are too large. */
const shares = [1, 0.4, 0.1];

/**
 * Creates a result of at most 50 rows and 16,000 bytes, with a cursor if there is more. If not even one row fits, texts
 * are cut shorter.
 *
 * @param scrub - removes secrets from a text: a service may repeat the credential in the error of a run. @default none
 */
export function fitAnswer(answer: Answer, scrub?: (text: string) => string): FittedAnswer {
  for (const share of shares) {
    const clean: Clean = (text, limit = 200) => cleanUntrusted(text, Math.max(20, Math.floor(limit * share)), scrub);
    const fitted = fitRows(answer.facts(clean), answer.list, clean);
    if (fitted !== undefined) return fitted;
  }
  throw new RefusalError('The response is larger than 16 kB. Ask for less.');
}

/** As many rows as fit; undefined if there are rows but none fits, or if the facts alone are too large. */
function fitRows(facts: object, list: AnswerList | undefined, clean: Clean): FittedAnswer | undefined {
  if (list === undefined) return within(resultOf(facts, 0));
  const rows: object[] = [];
  // Rows are only counted here. The cursor is not known yet, so the last ones may be removed again.
  let bytes = frame + bytesOf({ ...facts, [list.name]: [] });
  while (rows.length < Math.min(mostRows, list.count)) {
    const row = list.row(rows.length, clean);
    // Including the comma before it, in the text and in the structured content.
    bytes += bytesOf(row) + (rows.length > 0 ? 2 : 0);
    if (bytes > mostBytes) break;
    rows.push(row);
  }
  for (; rows.length > 0 || list.count === 0; rows.pop()) {
    const next = rows.length < list.count ? { next_cursor: list.cursor(rows.length) } : {};
    const fitted = within(resultOf({ ...facts, [list.name]: rows, ...next }, rows.length));
    if (fitted !== undefined || list.count === 0) return fitted;
  }
  return undefined;
}

/** The bytes of a result around its text, including the quotes, and around its structured content. */
const frame = '{"content":[{"type":"text","text":""}],"structuredContent":}'.length;

function resultOf(structured: object, rows: number): FittedAnswer {
  const text = JSON.stringify(structured);
  const result = {
    content: [{ type: 'text' as const, text }],
    structuredContent: structured as Record<string, unknown>,
  };
  return { result, rows, bytes: frame + bytesInBoth(text) };
}

function within(fitted: FittedAnswer): FittedAnswer | undefined {
  return fitted.bytes <= mostBytes ? fitted : undefined;
}

function bytesOf(value: object): number {
  return bytesInBoth(JSON.stringify(value));
}

/** The bytes of JSON as structured content and, escaped again, inside the text of a result. */
function bytesInBoth(json: string): number {
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json)) - 2;
}
