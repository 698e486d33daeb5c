import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import type { Expression } from '../nodes/nodes.ts';
import { ODataSyntaxError, withSuggestion } from '../parse/odata-syntax-error.ts';
import { parseFilter, parseFilterWith } from '../parse/parse-filter.ts';
import { looseTokens } from '../parse/loose-tokens.ts';
import type { KnownOperands, Operand } from '../parse/parse-operand.ts';
import { suggestFilter } from '../parse/suggest-filter.ts';
import { printExpression, printLiteral } from '../print/print-filter.ts';
import { use } from './callback-scope.ts';
import { type Filter, createFilter, isFilter } from './filter.ts';
import { type Value, literalOf, requireString } from './literal-of.ts';
import type { Limits } from '../nodes/limits.ts';

const unlimited = { maxLength: Infinity, maxNodes: Infinity };

/**
 * Creates a filter from a template. Each value becomes one literal, whatever it contains, and a `Filter` becomes one
 * condition. The parser checks the text around the values.
 *
 * @throws {ODataSyntaxError} for a text that is not a filter, or a value inside quotes.
 * @throws {ConfigError} for a value that has no literal, or an escape in the template that JavaScript cannot read.
 * @example
 * ```ts
 * import { odata } from '@syncline/odata';
 *
 * odata`runstartdate gt ${new Date('2024-01-01')} and contains(details, ${"O'Neil"})`.toString();
 * // "runstartdate gt 2024-01-01T00:00:00.000Z and contains(details,'O''Neil')"
 * ```
 */
export function odata<Properties = unknown>(
  strings: TemplateStringsArray,
  ...values: readonly (Value | Filter<Properties>)[]
): Filter<Properties> {
  if (!Array.isArray(strings) || strings.length !== values.length + 1)
    throw new ConfigError(
      'template',
      `must be a template, found ${describeType(strings)}; write odata\`status eq \${value}\`, or read a text with rawFilter(text)`,
    );
  // For an escape that JavaScript cannot read, such as \u{}, the text is undefined.
  if (!strings.every((text: string | undefined) => text !== undefined))
    throw new ConfigError(
      'template',
      'must not have an escape that JavaScript cannot read, such as \\u without digits; write \\\\ for a backslash',
    );
  strings.forEach((part, index) => requireString(part, `text ${index + 1} of the template`));
  let offset = 0;
  const nodes = values.map((value, index): Operand => {
    offset += (strings[index] as string).length;
    const option = `value ${index + 1} of the template (offset ${offset})`;
    if (isFilter(value)) use(value);
    const node = isFilter(value) ? value.expression : literalOf(value as Value, option);
    offset += textOf(node).length;
    return node;
  });
  const { text, known } = joined(strings, nodes);
  try {
    return createFilter(parse(text, known));
  } catch (error) {
    throw withSuggestion(
      error,
      text,
      () => unquoted(strings, nodes) ?? suggestTemplate(text, nodes),
      (suggestion) => parseFilterWith(suggestion, new Map(), unlimited),
    );
  }
}

/** The text of a template, and its values by their offsets. */
function joined(strings: readonly string[], nodes: readonly Operand[]): { text: string; known: KnownOperands } {
  let text = strings[0] as string;
  const known: KnownOperands = new Map();
  nodes.forEach((node, index) => {
    const start = text.length;
    text += textOf(node);
    known.set(start, { node, end: text.length });
    text += strings[index + 1] as string;
  });
  return { text, known };
}

function textOf(node: Operand): string {
  return node.kind === 'literal' ? printLiteral(node) : `(${printExpression(node as Expression)})`;
}

/**
 * The parser removes each value from `known` when it reads it as an operand. A value that remains is inside quotes, and
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

/** The text without the quotes around its values; undefined when there are none. */
function unquoted(strings: readonly string[], nodes: readonly Operand[]): string | undefined {
  const parts = [...strings];
  let isQuoted = false;
  for (let at = 0; at < nodes.length; at++) {
    const [before = '', after = ''] = [parts[at], parts[at + 1]];
    if (!before.endsWith("'") || !after.startsWith("'")) continue;
    parts[at] = before.slice(0, -1);
    parts[at + 1] = after.slice(1);
    isQuoted = true;
  }
  return isQuoted ? joined(parts, nodes).text : undefined;
}

/** Like {@link suggestFilter}, unless the text around a value would become part of it. */
function suggestTemplate(text: string, nodes: readonly Operand[]): string | undefined {
  const tokens = looseTokens(text) ?? [];
  for (const node of nodes) {
    if (node.kind !== 'literal' || node.type !== 'string') continue;
    const printed = printLiteral(node);
    if (!tokens.some((token) => token.text === printed)) return undefined;
  }
  return suggestFilter(text);
}

function first(known: KnownOperands): number {
  return known.keys().next().value ?? Infinity;
}

/**
 * Creates a filter from a complete text, for example from a file or a command line. The parser checks that the text is
 * a filter; it cannot check that its values are the ones you meant. To insert values, use `odata` or `filter`.
 *
 * @throws {ODataSyntaxError} with the offset and what was expected.
 * @throws {ConfigError} when it is not a string, or contains half of a surrogate pair.
 * @example
 * ```ts
 * import { rawFilter } from '@syncline/odata';
 *
 * rawFilter("status ne 'done' and instanceid eq '7'");
 * ```
 */
export function rawFilter(text: string, limits?: Limits): Filter {
  return createFilter(parseFilter(requireString(text, 'filter'), limits), limits);
}
