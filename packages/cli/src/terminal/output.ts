import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Screen } from './screen.ts';
import { util } from './style.ts';

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
  /** Whether the result may have styles */
  readonly colored: boolean;
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
  /** In lines. @default not known */
  readonly height?: (() => number) | undefined;
  /** Whether it shows escapes as text, as the shell of an editor does (`TERM=dumb`), so that nothing can be redrawn */
  readonly isDumb?: boolean | undefined;
  /** Shows a text on stderr until the next one; an empty text removes it. Work of less than a second shows no text. */
  readonly progress: (text: string) => void;
  /** Asks a question, and returns the line that is typed. @default nobody can answer */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Takes over the terminal until the screen is closed. @default nothing can be redrawn */
  readonly openScreen?: (() => Promise<Screen>) | undefined;
}

/**
 * Writes to the streams of the process. The result is colored on a terminal that has colors, unless NO_COLOR is set.
 *
 * @param onLost - called once when the result cannot be written, such as to a full disk
 */
export function processOutput(onLost: () => void): Output {
  const err = (text: string): void =>
    void process.stderr.write(`${process.stderr.isTTY ? text : util().stripVTControlCharacters(text)}\n`);
  const result = createResultStream(process.stdout, (code) => {
    err(`syncline: The result could not be written (${code}). Check where the output goes, such as for a full disk.`);
    onLost();
  });
  // There is no other place to report that this stream failed.
  process.stderr.on('error', () => undefined);
  return {
    out: (text) => result.write(`${text}\n`),
    closed: result.closed,
    // The colors are those of stdout.
    err,
    colored: process.stdout.isTTY === true && !isDumb() && !process.env['NO_COLOR'],
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
    height: () => stdout.rows || 24,
    isDumb: isDumb(),
    ask: process.stdin.isTTY === true ? ask : undefined,
    // Loaded only here, because its library takes as long to load as the rest of a command.
    openScreen: isDumb() ? undefined : async () => (await import('./screen.ts')).createScreen(),
    progress: (text) => {
      if (!isShown || text === wanted) return;
      wanted = text;
      if (isWritten) show();
      if (text === '') timer = void clearTimeout(timer);
      else if (!isWritten) timer ??= setTimeout(show, 1000).unref();
    },
  };
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** The stream that receives the result of a command. */
export interface ResultStream {
  readonly write: (text: string) => void;
  /** Aborted when nobody reads the result anymore */
  readonly closed: AbortSignal;
}

/**
 * Writes the result of a command to a stream for as long as that is possible. A failed stream does not end the command,
 * whose exit status is an answer too.
 *
 * - A reader such as `head` closes the pipe when it has read enough, which is not an error.
 * - Other errors, such as a full disk, are reported once.
 *
 * @param onError - receives the code of the error
 */
export function createResultStream(stream: Writable, onError: (code: string) => void): ResultStream {
  const closed = new AbortController();
  stream.on('error', ({ code = 'an error' }: NodeJS.ErrnoException) => {
    if (closed.signal.aborted) return;
    closed.abort();
    if (code !== 'EPIPE') onError(code);
  });
  return {
    write: (text) => {
      if (!closed.signal.aborted) stream.write(text);
    },
    closed: closed.signal,
  };
}

/** An output through which no command can control the terminal, except with our own styles. */
export function guardOutput(output: Output): Output {
  const { out, err, colored, terminal } = output;
  const clean = (text: string): string => cleanLines(text, colored);
  return {
    ...output,
    out: (text) => out(clean(text)),
    // Such a text has no styles of ours.
    exact: terminal === undefined ? out : (text) => out(cleanLines(text, false)),
    err: (text) => err(clean(text)),
    terminal: terminal && {
      ...terminal,
      progress: (text) => terminal.progress(cleanLine(text)),
      ask: terminal.ask && ((question) => terminal.ask!(cleanLine(question))),
      openScreen:
        terminal.openScreen &&
        (async () => {
          const screen = await terminal.openScreen!();
          return { ...screen, draw: (frame) => screen.draw(cleanLines(frame, colored)) };
        }),
    },
  };
}

/** Control characters except a line break and a tab, and characters that change the direction or are invisible. */
const hidden = String.raw`(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]`;
/** The styles of `paint` */
const style = String.raw`\u001b\[(?:[12]|22|3[1-6]|39)m`;

/**
 * Replaces by a space what a terminal could obey, or what would show a text in another order. A text of the service, of
 * a file or of the command line may contain it, and a command may forget to clean it.
 *
 * @param isStyled - whether our own styles are kept
 */
export function cleanLines(text: string, isStyled: boolean): string {
  // Not literals: V8 looks up the characters of a literal's `\p{}` when it reads the file, at each start.
  if (/^[\n\t -~]*$/.test(text)) return text;
  return isStyled
    ? text.replace(new RegExp(`(${style})|${hidden}`, 'gu'), (_, styled: string | undefined) => styled ?? ' ')
    : text.replace(new RegExp(hidden, 'gu'), ' ');
}

/** The same for a text of one line: what is removed together becomes one space. */
export function cleanLine(text: string, isStyled = false): string {
  if (/^[ -~]*$/.test(text)) return text;
  const removed = `(?:${isStyled ? `(?!${style})` : ''}(?:${hidden}|[\\n\\t]))+`;
  return text.replace(new RegExp(removed, 'gu'), ' ');
}

/**
 * Breaks a sentence between words, but not a command, which is copied as one line. The other lines are indented, so that
 * no text of the service can look like a line of its own.
 */
export function wrapWords(text: string, width = Number.POSITIVE_INFINITY): string {
  if (text.length <= width || text.startsWith('Next: syncline ')) return text;
  return fillLines(text.match(/(?:`[^`]*`|[^ ])+/g) ?? [], width - 2).join('\n  ');
}

/** Breaks a text between words into lines that begin at a column and end before column 80. */
export function wrapFrom(column: number, text: string): readonly string[] {
  return fillLines(text.split(' '), 80 - column);
}

function fillLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
