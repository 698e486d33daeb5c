import { codeAt, isSpace } from '../nodes/characters.ts';
import { comparisonOperators, type ComparisonOperator } from '../nodes/nodes.ts';

/** An operator between two operands. */
export type Infix = ComparisonOperator | 'and' | 'or';

const twoLetters = new Map<number, Infix>([...comparisonOperators, 'or' as const].map((word) => [pair(word, 0), word]));

/** The infix operator at `at`, if a space or tab follows it. */
export function infixAt(text: string, at: number): Infix | undefined {
  if (isSpace(codeAt(text, at + 2))) return twoLetters.get(pair(text, at));
  return isSpace(codeAt(text, at + 3)) && text.startsWith('and', at) ? 'and' : undefined;
}

function pair(text: string, at: number): number {
  return (codeAt(text, at) << 16) | codeAt(text, at + 1);
}
