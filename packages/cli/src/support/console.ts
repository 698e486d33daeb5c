import { styleText } from 'node:util';

/** Where a command writes; tests hand in their own. */
export interface Output {
  /** The result: text, or with `--json` one JSON document. */
  readonly out: (text: string) => void;
  /** Progress and errors. */
  readonly err: (text: string) => void;
  readonly colour: boolean;
}

export type Colour = 'red' | 'yellow' | 'green' | 'bold' | 'dim';

/** The process's own streams: colour only on a terminal, and not where NO_COLOR is set. */
export function processOutput(): Output {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    colour: process.stdout.isTTY === true && !process.env['NO_COLOR'],
  };
}

export function paint({ colour }: Output, style: Colour, text: string): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/** JSON as the commands print it: a bigint as its digits. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item), 2);
}
