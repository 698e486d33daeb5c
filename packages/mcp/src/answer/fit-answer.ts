import { cleanUntrusted } from '../text/clean-untrusted.ts';
import { RefusalError } from '../refusal/refusal-error.ts';

/** Cleans a text of the service and bounds it. @param limit - in characters. @default 200 */
export type Clean = (text: string, limit?: number) => string;

/** What a tool answers, before it is known how much of it fits. */
export interface Answer {
  /** What is not a list. It comes with every page */
  facts(clean: Clean): object;
  /** Rows, of which as many are shown as fit */
  readonly list?: AnswerList | undefined;
}

/** The rows of an answer. */
export interface AnswerList {
  /** The property of the rows */
  readonly name: string;
  /** How many there are from the cursor on */
  readonly count: number;
  row(index: number, clean: Clean): object;
  /** The cursor of what follows this many rows */
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

/** The most rows of a result. */
export const mostRows = 50;
/** The most bytes of a whole result, as JSON: its text and its structured content. */
export const mostBytes = 16_000;
/** Shares of the limits of texts. The later ones are for a single row or for facts that are too large. */
const shares = [1, 0.4, 0.1];

/**
 * Makes a result of at most 50 rows and 16,000 bytes, with a cursor if there is more. Texts are cut shorter where not even
 * one row fits.
 */
export function fitAnswer(answer: Answer): FittedAnswer {
  for (const share of shares) {
    const clean: Clean = (text, limit = 200) => cleanUntrusted(text, Math.max(20, Math.floor(limit * share)));
    const facts = answer.facts(clean);
    const { list } = answer;
    if (list === undefined) {
      const fitted = measure(facts, 0);
      if (fitted.bytes <= mostBytes) return fitted;
      continue;
    }
    const most = Math.min(mostRows, list.count);
    const rows = Array.from({ length: most }, (_, index) => list.row(index, clean));
    for (let count = most; count >= Math.min(1, list.count); ) {
      const next = count < list.count ? { next_cursor: list.cursor(count) } : {};
      const fitted = measure({ ...facts, [list.name]: rows.slice(0, count), ...next }, count);
      if (fitted.bytes <= mostBytes) return fitted;
      count = Math.min(count - 1, Math.floor((count * mostBytes) / fitted.bytes));
      if (count < 1) break;
    }
  }
  throw new RefusalError('The answer is larger than 16 kB. Ask for less.');
}

/** The bytes of a result around its text and its structured content. */
const frame = '{"content":[{"type":"text","text":}],"structuredContent":}'.length;

function measure(structured: object, rows: number): FittedAnswer {
  const text = JSON.stringify(structured);
  const result = {
    content: [{ type: 'text' as const, text }],
    structuredContent: structured as Record<string, unknown>,
  };
  // The bytes of JSON.stringify(result), without writing the structured content a second time.
  return { result, rows, bytes: frame + Buffer.byteLength(JSON.stringify(text)) + Buffer.byteLength(text) };
}
