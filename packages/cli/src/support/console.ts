import { fstatSync } from 'node:fs';
import { EXIT } from './exit-codes.ts';
import { createResultStream } from './result-stream.ts';

/** Loaded only when needed, because loading takes a tenth of the time of `syncline status --help`. */
const util = () => process.getBuiltinModule('node:util');

/** Where a command writes. Tests pass their own. */
export interface Output {
  /** Receives the result: text, or one JSON document with `--json`. */
  readonly out: (text: string) => void;
  /**
   * Receives a result for programs that must keep every character, such as CSV. On a terminal, it removes control
   * characters like `out`. @default the same as `out`
   */
  readonly exact?: ((text: string) => void) | undefined;
  /** Receives progress and errors. */
  readonly err: (text: string) => void;
  readonly colour: boolean;
  /** Whether the result goes to a file, and not to a log. */
  readonly isFile?: boolean | undefined;
  /** Aborted when nobody reads the result anymore, such as when `head` has closed the pipe */
  readonly closed?: AbortSignal | undefined;
  /** The terminal that shows the result; undefined if the result goes elsewhere. */
  readonly terminal?: Terminal | undefined;
}

/** A terminal that a person looks at. */
export interface Terminal {
  /** In columns */
  readonly width: () => number;
  /** Whether it shows escapes as text, as the shell of an editor does (`TERM=dumb`), so that nothing can be redrawn */
  readonly isDumb?: boolean | undefined;
  /** Shows a text on stderr until the next one; an empty text removes it. Work of less than a second shows no text. */
  readonly progress: (text: string) => void;
}

export type Colour = 'red' | 'yellow' | 'green' | 'bold' | 'dim';

/** Writes to the streams of the process, in colour only on a terminal that has colors and when NO_COLOR is not set. */
export function processOutput(): Output {
  const err = (text: string): void =>
    void process.stderr.write(`${process.stderr.isTTY ? text : util().stripVTControlCharacters(text)}\n`);
  const result = createResultStream(process.stdout, (code) => {
    err(`syncline: The result could not be written (${code}). Check where the output goes, such as for a full disk.`);
    // The answer did not arrive.
    process.once('exit', (status) => {
      if (status === EXIT.ok || status === EXIT.no) process.exitCode = EXIT.unknown;
    });
  });
  // There is no other place to report that this stream failed.
  process.stderr.on('error', () => undefined);
  return {
    out: (text) => result.write(`${text}\n`),
    closed: result.closed,
    // The colors are those of stdout.
    err,
    colour: process.stdout.isTTY === true && !isDumb() && !process.env['NO_COLOR'],
    isFile: isFile(process.stdout.fd),
    terminal: process.stdout.isTTY === true ? processTerminal() : undefined,
  };
}

function isDumb(): boolean {
  return process.env['TERM'] === 'dumb';
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  const isShown = stderr.isTTY === true && !isDumb();
  let wanted = '';
  let isWritten = false;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    stderr.write(`\r\u001b[K${wanted.slice(0, (stderr.columns || 80) - 1)}`);
    isWritten = wanted !== '';
  };
  return {
    width: () => stdout.columns || 80,
    isDumb: isDumb(),
    progress: (text) => {
      if (!isShown || text === wanted) return;
      wanted = text;
      if (isWritten) show();
      if (text === '') timer = void clearTimeout(timer);
      else if (!isWritten) timer ??= setTimeout(show, 1000).unref();
    },
  };
}

export function paint({ colour }: Output, style: Colour, text: string): string {
  return colour ? util().styleText(style, text, { validateStream: false }) : text;
}

/**
 * Prints JSON for the commands. A bigint becomes a string of digits. Control and invisible characters are written as
 * escapes, which a parser reads as the same text.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item), 2);
  if (/^[\n -~]*$/.test(text)) return text;
  // Not a literal: V8 would look up the characters of `\p{}` at each start.
  return text.replace(new RegExp('[\\u007f-\\u009f\\u2028\\u2029\\p{Cf}]', 'gu'), (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
