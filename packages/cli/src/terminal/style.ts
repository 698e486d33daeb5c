import type { Outcome } from '@syncline/runs';

/** The styles that the commands use. */
export type Style = 'red' | 'yellow' | 'green' | 'cyan' | 'magenta' | 'bold' | 'dim';

/** A text with its style. */
export type Styled = readonly [text: string, style: Style];

/** Loaded only when needed, because loading takes a tenth of the time of `syncline status --help`. */
export const util = () => process.getBuiltinModule('node:util');

/** Styles a text if the view has colors. The text is complete without them. */
export function paint(text: string, style: Style, { colored }: Pick<View, 'colored'>): string {
  return colored && text !== '' ? util().styleText(style, text, { validateStream: false }) : text;
}

/** How the output is shown. */
export interface View {
  /** The width of the terminal in columns; undefined without a terminal, where nothing is cut */
  readonly width: number | undefined;
  /** The height of the terminal in lines; undefined where nothing is folded. @default undefined */
  readonly height?: number | undefined;
  readonly colored: boolean;
  /** The current time in milliseconds since 1970: times are relative to it on a terminal, and RFC 3339 elsewhere */
  readonly now: number;
}

const styles: Readonly<Record<Outcome, readonly [symbol: string, style: Style]>> = {
  succeeded: ['✓', 'green'],
  warned: ['!', 'yellow'],
  partial: ['◐', 'yellow'],
  failed: ['✗', 'red'],
  cancelled: ['⊘', 'magenta'],
  running: ['●', 'cyan'],
  unknown: ['?', 'yellow'],
};

/** An outcome with its symbol, so that outcomes can be distinguished without colors. */
export function outcomeText(outcome: Outcome): string {
  return `${styles[outcome][0]} ${outcome}`;
}

/** The style of an outcome. */
export function outcomeStyle(outcome: Outcome): Style {
  return styles[outcome][1];
}

/** The bar of a run, or a symbol if it did not succeed, so that outcomes can be distinguished without colors too. */
export function outcomeBar(outcome: Outcome, bar: string): string {
  return outcome === 'succeeded' ? bar : styles[outcome][0];
}

/** A text in the style of an outcome. */
export function inStyleOf(outcome: Outcome, text: string, view: View): string {
  return paint(text, styles[outcome][1], view);
}
