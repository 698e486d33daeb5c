import type { Outcome } from '@syncline/runs';
import type { View } from '../print/column.ts';
import { paint, type Style } from '../print/style.ts';

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
export function outcomeText(outcome: Outcome, view: View): string {
  const [symbol, style] = styles[outcome];
  return paint(`${symbol} ${outcome}`, style, view);
}

/** The bar of a run, or a symbol if it did not succeed, so that outcomes can be distinguished without colors too. */
export function outcomeBar(outcome: Outcome, bar: string, view: View): string {
  return inStyleOf(outcome, outcome === 'succeeded' ? bar : styles[outcome][0], view);
}

/** A text in the style of an outcome. */
export function inStyleOf(outcome: Outcome, text: string, view: View): string {
  return paint(text, styles[outcome][1], view);
}
