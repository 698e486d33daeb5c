import { ODataSyntaxError } from '../errors/odata-syntax-error.ts';
import { literalOf, type Value } from '../nodes/literal-of.ts';
import type { Expression } from '../nodes/nodes.ts';
import type { KnownOperands } from '../parse/operand-parser.ts';
import { parseFilterWith } from '../parse/parse-filter.ts';
import { printFilter, printLiteral } from '../print/print-filter.ts';
import { createFilter, isFilter, type Filter } from './filter.ts';

const unlimited = { maxLength: Infinity, maxNodes: Infinity };

/**
 * Makes a filter of a text whose values stand apart from it: each becomes one literal, whatever it holds, and a `Filter` one condition.
 * The text itself is checked by the parser.
 *
 * @throws {ODataSyntaxError} for a text that is no filter, or a value inside quotes.
 * @throws {ConfigError} for a value that cannot be written.
 * @example
 * odata`runstartdate gt ${new Date('2024-01-01')} and contains(details, ${"O'Neil"})`.toString();
 * // "runstartdate gt 2024-01-01T00:00:00.000Z and contains(details,'O''Neil')"
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

/** A value that the parser went past without meeting it as an operand stands inside quotes, and could end them. */
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
