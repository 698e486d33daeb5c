import { comparisonOperators, type ComparisonOperator } from '../nodes/nodes.ts';

/** An operator between two operands. */
export type Infix = ComparisonOperator | 'and' | 'or';

const twoLetters = new Map<number, Infix>([...comparisonOperators, 'or' as const].map((word) => [pair(word, 0), word]));

/** The infix operator at `at`, if a space or tab follows it. */
export function infixAt(text: string, at: number): Infix | undefined {
  const third = text.charCodeAt(at + 2);
  if (third === 32 || third === 9) return twoLetters.get(pair(text, at));
  const fourth = text.charCodeAt(at + 3);
  return (fourth === 32 || fourth === 9) && text.startsWith('and', at) ? 'and' : undefined;
}

function pair(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
}
