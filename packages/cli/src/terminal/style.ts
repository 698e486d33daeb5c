import { styleText } from 'node:util';

/** The styles that the commands use. */
export type Style = 'red' | 'yellow' | 'green' | 'cyan' | 'magenta' | 'bold' | 'dim';

/** A text with its style. */
export type Styled = readonly [text: string, style: Style];

/** Styles a text if the view has colors. The text is complete without them. */
export function paint(text: string, style: Style, { colored }: { readonly colored: boolean }): string {
  return colored && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}

/** How the output is shown. */
export interface View {
  /** The width of the terminal in columns; undefined without a terminal, where nothing is cut */
  readonly width: number | undefined;
  readonly colored: boolean;
  /** The current time in milliseconds since 1970: times are relative to it on a terminal, and RFC 3339 elsewhere */
  readonly now: number;
}
