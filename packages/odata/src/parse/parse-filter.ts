import { and, call, comparison, integer, not, nullLiteral, or, property, string, trueLiteral } from '../nodes/make.ts';
import {
  type BooleanLiteral,
  type ComparisonOperator,
  type Expression,
  type Property,
  comparisonOperators,
} from '../nodes/nodes.ts';
import { codeAt, isSpace } from './characters.ts';
import { Cursor } from './cursor.ts';
import { type Limits, resolveLimits } from '../nodes/limits.ts';
import { suggestFilter } from './suggest-filter.ts';
import { withSuggestion } from './odata-syntax-error.ts';
import { type KnownOperands, type Operand, parseOperand } from './parse-operand.ts';
import { refuseAfterOperand, refuseOperator } from './refusals.ts';

const open = 40;
const close = 41;
const value = "a value (a text is written in single quotes: 'text')";

const placeholder = property('_');
/**
 * Keeps one node of every shape alive. If a garbage collection finds no frozen object of a shape, the engine drops its
 * hidden class and the machine code that creates such objects, and parsing takes twice as long. The first figure of
 * `npm run bench -- filter` shows it.
 */
export const shapes: readonly unknown[] = [
  string(''),
  integer(0n),
  comparison(placeholder, 'eq', nullLiteral),
  call('contains', placeholder, string('')),
  not(trueLiteral),
  and([trueLiteral]),
  or([trueLiteral]),
];

/**
 * Parses a `$filter` (decoded, without `$filter=`) in linear time. It follows the OASIS grammar for what section 4.1 of
 * the specification contains.
 *
 * @throws {ODataSyntaxError} `ODATA_SYNTAX`, `ODATA_UNSUPPORTED` or `ODATA_LIMIT`, with the offset, what was expected,
 * and a valid `suggestion` if the text shows what was meant (`a == 1`).
 * @example
 * ```ts
 * import { parseFilter } from '@syncline/odata';
 *
 * parseFilter("runstartdate gt 2024-01-01 and contains(details, 'O''Neil')").kind; // 'and'
 * ```
 */
export function parseFilter(text: string, limits?: Limits): Expression {
  try {
    return new FilterParser(text, limits, undefined).parse();
  } catch (error) {
    throw withSuggestion(error, text, suggestFilter, (suggestion) =>
      new FilterParser(suggestion, limits, undefined).parse(),
    );
  }
}

/** Like {@link parseFilter}, with operands that are already parsed. Each one that is used is removed from `known`. */
export function parseFilterWith(text: string, known: KnownOperands, limits?: Limits): Expression {
  return new FilterParser(text, limits, known).parse();
}

/** An operator between two operands. */
type Infix = ComparisonOperator | 'and' | 'or';

/**
 * Recursive descent: an `or` contains `and`s, and an `and` contains comparisons. Only parentheses and `not` recurse,
 * and `maxDepth` limits them.
 */
class FilterParser {
  private readonly cursor: Cursor;
  private readonly maxDepth: number;
  private readonly maxNodes: number;
  private readonly known: KnownOperands | undefined;
  /** The operator before the cursor; undefined before `)` and at the end. */
  private infix: Infix | undefined;
  private depth = 0;
  private nodes = 0;

  constructor(text: string, limits: Limits | undefined, known: KnownOperands | undefined) {
    const { maxLength, maxDepth, maxNodes } = resolveLimits(limits);
    this.cursor = new Cursor(text, maxLength);
    this.maxDepth = maxDepth;
    this.maxNodes = maxNodes;
    this.known = known;
  }

  parse(): Expression {
    const expression = this.condition(this.readOr(), 0, 'a condition, such as a eq 1');
    if (!this.cursor.atEnd) throw this.cursor.syntax('and, or, or the end of the filter');
    return expression;
  }

  private readOr(): Operand {
    const start = this.cursor.position;
    const first = this.readAnd();
    if (this.infix !== 'or') return first;
    const operands = [this.condition(first, start, 'a condition beside or, such as a eq 1')];
    while (this.infix === 'or') {
      const next = this.cursor.position;
      operands.push(this.condition(this.readAnd(), next, 'a condition beside or, such as a eq 1'));
    }
    this.count(start);
    return or(operands);
  }

  private readAnd(): Operand {
    const start = this.cursor.position;
    const first = this.readComparison();
    if (this.infix !== 'and') return first;
    const operands = [this.condition(first, start, 'a condition beside and, such as a eq 1')];
    while (this.infix === 'and') {
      const next = this.cursor.position;
      operands.push(this.condition(this.readComparison(), next, 'a condition beside and, such as a eq 1'));
    }
    this.count(start);
    return and(operands);
  }

  private readComparison(): Operand {
    const { cursor } = this;
    const start = cursor.position;
    let left = this.readUnary();
    while (this.infix !== undefined && this.infix !== 'and' && this.infix !== 'or') {
      const operator = this.infix;
      if (left.kind !== 'property' && left.kind !== 'literal')
        throw cursor.unsupported('a comparison of a condition', 'a property before the operator', start);
      const rightStart = cursor.position;
      const right = this.readUnary();
      if (right.kind === 'property') throw cursor.unsupported('a comparison with a property', value, rightStart);
      if (right.kind !== 'literal') throw cursor.unsupported('a comparison with a condition', value, rightStart);
      // The grammar's own examples compare `true eq false`. All other comparisons begin with a property.
      if (left.kind === 'literal' && (left.type !== 'boolean' || right.type !== 'boolean'))
        throw cursor.unsupported('a comparison of two values', 'a property before the operator', start);
      this.count(start);
      left = comparison(left as Property | BooleanLiteral, operator, right);
    }
    return left;
  }

  private readUnary(): Operand {
    const { cursor } = this;
    const start = cursor.position;
    if (cursor.code === open && !this.known?.has(start)) return this.readParentheses();
    if (atNot(cursor)) return this.readNot();
    const operand = parseOperand(cursor, this.known);
    this.count(start);
    this.readInfix();
    return operand;
  }

  private readParentheses(): Operand {
    this.enter(1);
    const inner = this.readOr();
    if (!this.cursor.skip(close)) throw this.cursor.syntax('a closing )');
    this.depth--;
    this.readInfix();
    return inner;
  }

  private readNot(): Operand {
    this.enter(3);
    const start = this.cursor.position;
    const operand = this.condition(
      this.readUnary(),
      start,
      'a condition in parentheses after not, such as not (a eq 1)',
    );
    this.depth--;
    this.count(start);
    return not(operand);
  }

  /** Reads from the end of an operand to the next operand, `)` or the end. */
  private readInfix(): void {
    const { cursor } = this;
    const end = cursor.position;
    const spaced = cursor.skipSpace();
    this.infix = undefined;
    if (cursor.atEnd) {
      if (spaced) throw cursor.syntax('nothing after the last operand', end);
    } else if (cursor.code !== close) {
      if (!spaced) throw refuseAfterOperand(cursor);
      this.infix = infixAt(cursor.text, cursor.position);
      if (this.infix === undefined) throw refuseOperator(cursor);
      cursor.position += this.infix.length;
      cursor.skipSpace();
    }
  }

  private enter(length: number): void {
    const { cursor } = this;
    if (++this.depth > this.maxDepth)
      throw cursor.limit(`a nesting of ${this.depth}`, `at most ${this.maxDepth} (maxDepth)`);
    cursor.position += length;
    cursor.skipSpace();
  }

  private count(start: number): void {
    if (++this.nodes > this.maxNodes)
      throw this.cursor.limit(`${this.nodes} nodes`, `at most ${this.maxNodes} (maxNodes)`, start);
  }

  private condition(node: Operand, start: number, expected: string): Expression {
    if (node.kind === 'property' || (node.kind === 'literal' && node.type !== 'boolean'))
      throw this.cursor.syntax(expected, start);
    return node;
  }
}

/** Kept alive for the same reason as `shapes`. */
export const idle = new FilterParser('', undefined, undefined);

const twoLetters = new Map<number, Infix>([...comparisonOperators, 'or' as const].map((word) => [pair(word, 0), word]));

/** The infix operator at `at`, if a space or tab follows it. */
function infixAt(text: string, at: number): Infix | undefined {
  if (isSpace(codeAt(text, at + 2))) return twoLetters.get(pair(text, at));
  return isSpace(codeAt(text, at + 3)) && text.startsWith('and', at) ? 'and' : undefined;
}

function pair(text: string, at: number): number {
  return (codeAt(text, at) << 16) | codeAt(text, at + 1);
}

function atNot({ text, position }: Cursor): boolean {
  return codeAt(text, position) === 110 && isSpace(codeAt(text, position + 3)) && text.startsWith('not', position);
}
