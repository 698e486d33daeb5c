import { ConfigError } from '@syncline/core/errors';
import type { Expression, Literal, Node } from '../nodes/nodes.ts';

/**
 * The text of a filter, or of its nodes, with the parentheses that it needs. It is not percent-encoded; that happens
 * when the URL is built.
 *
 * @throws {ConfigError} for anything else, such as a text
 * @example
 * ```ts
 * import { filter, printFilter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * printFilter(filter<HistoryRecordProperties>((h) => h.details.contains("O'Neil"))); // "contains(details,'O''Neil')"
 * ```
 */
export function printFilter(filter: Expression | { readonly expression: Expression }): string {
  const { expression = filter } = Object(filter) as { readonly expression?: Expression };
  if (!(Object(expression) as Partial<Expression>).kind)
    throw new ConfigError('filter', 'must be a Filter or its nodes; read a text with rawFilter(text)');
  return printExpression(expression as Expression);
}

/** Like {@link printFilter}, for nodes that are already checked. */
export function printExpression(expression: Expression): string {
  let text = '';
  // An explicit stack: the depth of an expression is then not limited by the engine's call stack.
  const pending: (Node | string)[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    text += typeof next === 'string' ? next : printNode(next, pending);
  }
  return text;
}

/**
 * Returns the text of a node. For a node that contains other expressions, pushes the parts onto the stack instead, last
 * first.
 */
function printNode(node: Node, pending: (Node | string)[]): string {
  switch (node.kind) {
    case 'property':
      return node.name;
    case 'literal':
      return node.type === 'string' ? `'${node.value.replaceAll("'", "''")}'` : String(node.value);
    case 'comparison':
      return `${printNode(node.left, pending)} ${node.operator} ${printNode(node.right, pending)}`;
    case 'call':
      return `${node.name}(${node.property.name},${printNode(node.value, pending)})`;
    case 'not':
      pending.push(')', node.operand);
      return 'not (';
    case 'and':
    case 'or':
      for (let at = node.operands.length - 1; at >= 0; at -= 1) {
        const operand = node.operands[at] as Expression;
        if (operand.kind === 'or') pending.push(')', operand, '(');
        else pending.push(operand);
        if (at > 0) pending.push(` ${node.kind} `);
      }
      return '';
  }
}

/** The text of a literal: quotes doubled, numbers without exponent. */
export function printLiteral(literal: Literal): string {
  return printNode(literal, []);
}
