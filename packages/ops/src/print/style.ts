import { styleText } from 'node:util';
import type { View } from './column.ts';

/** The styles that the commands use. */
export type Style = 'red' | 'yellow' | 'green' | 'cyan' | 'magenta' | 'bold' | 'dim';

/** Styles a text if the view has colors. The text is complete without them. */
export function paint(text: string, style: Style, { colored }: Pick<View, 'colored'>): string {
  return colored && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}
