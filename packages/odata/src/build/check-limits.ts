import { ConfigError, ownOptions } from '@syncline/core/internal';
import { defaultLimits, type Limits } from '../nodes/limits.ts';
import type { Expression } from '../nodes/nodes.ts';

/**
 * Checks that the parser accepts the text of a filter with the same limits, and that the percent-encoded text fits into
 * the first line of a request.
 *
 * @throws {ConfigError} when the filter exceeds a limit; the message has all three figures.
 */
export function checkLimits(filter: { readonly expression: Expression }, limits: Limits | undefined): void {
  const {
    maxLength = defaultLimits.maxLength,
    maxDepth = defaultLimits.maxDepth,
    maxNodes = defaultLimits.maxNodes,
  } = ownOptions(limits, defaultLimits, 'limits');
  const text = String(filter);
  // A node takes at least one character and a level at least two, and a percent-encoded character is at most nine
  // characters long.
  if (text.length <= Math.min(maxNodes, maxDepth * 2, maxLength / 9)) return;
  let nodes = 0;
  let levels = 0;
  const pending: (readonly [node: Expression, depth: number])[] = [[filter.expression, 0]];
  for (const [node, depth] of pending) {
    nodes += node.kind === 'comparison' ? 3 : 1;
    levels = Math.max(levels, depth);
    // `not (a)` opens two levels, and an `or` inside an `and` is in parentheses.
    if (node.kind === 'not') pending.push([node.operand, depth + 2]);
    else if ('operands' in node)
      for (const operand of node.operands) pending.push([operand, operand.kind === 'or' ? depth + 1 : depth]);
  }
  const { length } = encodeURIComponent(text);
  if (nodes > maxNodes || levels > maxDepth || length > maxLength)
    throw new ConfigError(
      'filter',
      `must have at most ${maxNodes} nodes, ${maxDepth} levels and ${maxLength} percent-encoded characters, ` +
        `found ${nodes}, ${levels} and ${length}; divide a long in() with split, or send several requests`,
    );
}
