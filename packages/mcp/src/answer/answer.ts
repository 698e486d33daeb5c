import { createHash } from 'node:crypto';
import { SynclineError, cleanText, isSynclineError } from '@syncline/core/internal';

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
interface FittedAnswer {
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

/** Writes a cursor. @param args - the arguments of the call, without the cursor */
export function writeCursor(numbers: readonly number[], args: object): string {
  return `${numbers.join('.')}-${digestOf(args)}`;
}

/**
 * Reads a cursor of a call with the same arguments.
 *
 * @param count - the number of values in the cursor
 * @returns undefined if there is none
 * @throws {RefusalError} when it is not a cursor, or belongs to other arguments
 */
export function readCursor(cursor: string | undefined, args: object, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined;
  const [, list = '', digest] = /^(\d{1,15}(?:\.\d{1,15}){0,3})-([0-9a-f]{12})$/.exec(cursor) ?? [];
  const numbers = list.split('.').map(Number);
  if (digest === undefined || numbers.length !== count || digest !== digestOf(args))
    throw new RefusalError(
      'The cursor does not belong to these arguments. Repeat the arguments of the call that returned it, or leave it out.',
    );
  return numbers;
}

function digestOf(args: object): string {
  const sorted = Object.entries(args)
    .filter(([name, value]) => name !== 'cursor' && value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12);
}

const [bell, escape, csi, osc, end] = [7, 27, 0x9b, 0x9d, 0x9c].map((code) => String.fromCharCode(code));
/** Escape sequences of terminals: CSI, OSC, and the short ones. */
const ansi = new RegExp(
  [
    `(?:${escape}\\[|${csi})[0-?]*[ -/]*[@-~]`,
    `(?:${escape}\\]|${osc})[^${bell}${escape}${end}]*(?:${bell}|${escape}\\\\|${end})?`,
    `${escape}[ -/]*[0-~]?`,
  ].join('|'),
  'gu',
);
/** Invisible characters that can hide text: variation selectors, fillers, tags, and unassigned ones. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cn}\u2800]+/gu;

/**
 * Prepares text of the service for a model: on one line, without control, ANSI, bidirectional, zero-width, tag and
 * other invisible characters, and shortened. The text can still say anything, so put it into a field named `untrusted`.
 *
 * @param limit - the maximum number of characters; a longer text ends with `…`
 * @param scrub - removes secrets from a text, after the characters that could hide them. @default none
 */
export function cleanUntrusted(text: string, limit: number, scrub = (visible: string): string => visible): string {
  if (text.length <= limit && /^[!-~]+(?: [!-~]+)*$/.test(text)) return cleanText(scrub(text), limit);
  // Cuts a text of megabytes before it is searched.
  const part = text.length > limit * 8 ? `${text.slice(0, limit * 8)}…` : text;
  return cleanText(scrub(part.replace(ansi, ' ').replace(invisible, '')), limit);
}

/**
 * A refused call of a tool: its arguments cannot be used, something is not visible here, or the request budget is used
 * up. The message is written for a model and contains no text of the service.
 */
export class RefusalError extends SynclineError {
  override readonly name = 'RefusalError';
  readonly code = 'MCP_REFUSED';
}

/** Whether a value is a {@link RefusalError}, from any copy of the package. */
export function isRefusalError(value: unknown): value is RefusalError {
  return isSynclineError(value) && value.code === 'MCP_REFUSED';
}
