import type { Expression } from '../nodes/nodes.ts';
import { ODataSyntaxError } from '../parse/odata-syntax-error.ts';
import { parseFilterWith } from '../parse/parse-filter.ts';
import type { KnownOperands } from '../parse/parse-operand.ts';
import { printFilter, printLiteral } from '../print/print-filter.ts';
import { createFilter, isFilter, type Filter } from './filter.ts';
import { literalOf, type Value } from './literal-of.ts';

const unlimited = { maxLength: Infinity, maxNodes: Infinity };

/**
 * Makes a filter of a template. Each value becomes one literal, whatever it contains, and a `Filter` becomes one
 * condition. The parser checks the text around the values.
 *
 * @throws {ODataSyntaxError} for a text that is not a filter, or a value inside quotes.
 * @throws {ConfigError} for a value that has no literal.
 * @example
 * ```ts
 * import { odata } from '@syncline/odata';
 *
 * odata`runstartdate gt ${new Date('2024-01-01')} and contains(details, ${"O'Neil"})`.toString();
 * // "runstartdate gt 2024-01-01T00:00:00.000Z and contains(details,'O''Neil')"
 * ```
 */
export function odata(strings: TemplateStringsArray, ...values: readonly (Value | Filter)[]): Filter {
  let text = strings[0] as string;
  const known: KnownOperands = new Map();
  values.forEach((value, index) => {
    const start = text.length;
    const node = isFilter(value)
      ? value.expression
      : literalOf(value, `value ${index + 1} of the template (offset ${start})`);
    text += node.kind === 'literal' ? printLiteral(node) : `(${printFilter(node)})`;
    known.set(start, { node, end: text.length });
    text += strings[index + 1] as string;
  });
  return createFilter(parse(text, known));
}

/**
 * The parser removes each value from `known` when it reads it as an operand. A value that is left is inside quotes, and
 * could end them.
 */
function parse(text: string, known: KnownOperands): Expression {
  try {
    const expression = parseFilterWith(text, known, unlimited);
    if (known.size === 0) return expression;
  } catch (error) {
    if (first(known) >= (error as ODataSyntaxError).offset) throw error;
  }
  throw new ODataSyntaxError({
    code: 'ODATA_SYNTAX',
    offset: first(known),
    expected: 'a value without quotes around it (the template adds them)',
    text,
  });
}

function first(known: KnownOperands): number {
  return known.keys().next().value ?? Infinity;
}
