import type { Expression, Literal, Node, NodeHandlers } from '../nodes/nodes.ts';
import { handle } from '../nodes/nodes.ts';

/**
 * The text of a filter, or of its nodes, with the parentheses that it needs. It is not percent-encoded: that is done
 * where the URL is made.
 *
 * @example
 * ```ts
 * import { filter, printFilter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * printFilter(filter<HistoryRecordProperties>((h) => h.details.contains("O'Neil"))); // "contains(details,'O''Neil')"
 * ```
 */
export function printFilter(filter: Expression | { readonly expression: Expression }): string {
  let text = '';
  // An explicit stack: the depth of an expression is then not limited by the engine's call stack.
  const pending: (Node | string)[] = ['expression' in filter ? filter.expression : filter];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next;
    else {
      const part = handle<string | (Node | string)[]>(next, parts);
      if (typeof part === 'string') text += part;
      else for (let at = part.length - 1; at >= 0; at--) pending.push(part[at] as Node | string);
    }
  }
  return text;
}

/** The text of a node that contains no other expression; the parts of one that does, in order. */
const parts: NodeHandlers<string | (Node | string)[]> = {
  property: (node) => node.name,
  literal: printLiteral,
  comparison: (node) => `${printOperand(node.left)} ${node.operator} ${printLiteral(node.right)}`,
  call: (node) => `${node.name}(${node.property.name},${printLiteral(node.value)})`,
  not: (node) => ['not (', node.operand, ')'],
  and: (node) => joined(node.operands, ' and '),
  or: (node) => joined(node.operands, ' or '),
};

function printOperand(node: Extract<Node, { kind: 'property' | 'literal' }>): string {
  return node.kind === 'property' ? node.name : printLiteral(node);
}

/** The text of a literal: quotes doubled, numbers without exponent. */
export function printLiteral(literal: Literal): string {
  return literal.type === 'string' ? `'${literal.value.replaceAll("'", "''")}'` : String(literal.value);
}

/**
 * The operands with `separator` between them. Only an `or` ever needs parentheses, and it is never an operand of
 * another `or`.
 */
function joined(operands: readonly Expression[], separator: string): (Node | string)[] {
  const texts: (Node | string)[] = [];
  for (const operand of operands) {
    if (texts.length > 0) texts.push(separator);
    if (operand.kind === 'or') texts.push('(', operand, ')');
    else texts.push(operand);
  }
  return texts;
}
