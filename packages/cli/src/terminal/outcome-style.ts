import type { View } from './style.ts';
import type { Outcome } from '@syncline/runs';
import { paint, type Style } from './style.ts';

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
