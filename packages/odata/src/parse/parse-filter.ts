import type { Expression } from '../nodes/nodes.ts';
import { and, comparison, not, or } from '../nodes/make.ts';
import { identifierEnd } from '../nodes/property-name.ts';
import { Cursor } from './cursor.ts';
import { resolveLimits, type Limits } from './limits.ts';
import { parseOperand, type KnownOperands, type Operand } from './operand-parser.ts';
import { precedence, type Operator } from './precedence.ts';
import { refuseAfterOperand, refuseOperator } from './refusals.ts';

const open = 40;
const close = 41;

/**
 * Reads a `$filter` (decoded, without `$filter=`) by the OASIS grammar, section 4.1 of it: in linear time, on a stack of its own.
 *
 * @throws {ODataSyntaxError} `ODATA_SYNTAX`, `ODATA_UNSUPPORTED` or `ODATA_LIMIT`, with the offset and what was expected.
 * @example
 * parseFilter("runstartdate gt 2024-01-01 and contains(details, 'O''Neil')").kind; // 'and'
 */
export function parseFilter(text: string, limits?: Limits): Expression {
  return new FilterParser(text, limits, undefined).parse();
}

/** As `parseFilter`, with operands that are known beforehand: each that was read is taken out of `known`. */
export function parseFilterWith(text: string, known: KnownOperands, limits?: Limits): Expression {
  return new FilterParser(text, limits, known).parse();
}

interface Placed {
  readonly node: Operand;
  readonly start: number;
}

class FilterParser {
  readonly #cursor: Cursor;
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  readonly #known: KnownOperands | undefined;
  readonly #operands: Placed[] = [];
  readonly #operators: Operator[] = [];
  #depth = 0;
  #nodes = 0;

  constructor(text: string, limits: Limits | undefined, known: KnownOperands | undefined) {
    const { maxLength, maxDepth, maxNodes } = resolveLimits(limits);
    this.#cursor = new Cursor(text, maxLength);
    this.#maxDepth = maxDepth;
    this.#maxNodes = maxNodes;
    this.#known = known;
  }

  parse(): Expression {
    do this.#readOperand();
    while (this.#readOperator());
    return this.#condition(this.#operands.pop() as Placed, 'a condition');
  }

  #readOperand(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.code === open && !this.#known?.has(cursor.position)) {
        this.#enter('(');
        cursor.position++;
        cursor.skipSpace();
      } else if (this.#atNot()) {
        this.#enter('not');
        cursor.position += 3;
        cursor.skipSpace();
      } else {
        const start = cursor.position;
        const node = parseOperand(cursor, this.#known);
        this.#push(node, start);
        return;
      }
    }
  }

  #atNot(): boolean {
    const { text, position } = this.#cursor;
    const after = text.charCodeAt(position + 3);
    return (after === 32 || after === 9) && text.startsWith('not', position);
  }

  /** Reads what follows an operand, up to the next operator; false at the end of the text. */
  #readOperator(): boolean {
    const cursor = this.#cursor;
    for (;;) {
      const end = cursor.position;
      const spaced = cursor.skipSpace();
      if (cursor.atEnd) {
        if (spaced) throw cursor.syntax('nothing after the last operand', end);
        this.#reduce(0);
        if (this.#operators.length > 0) throw cursor.syntax("')'");
        return false;
      }
      if (cursor.code === close) {
        this.#leave();
        cursor.position++;
      } else if (spaced) {
        this.#readInfix();
        return true;
      } else throw refuseAfterOperand(cursor);
    }
  }

  #readInfix(): void {
    const cursor = this.#cursor;
    const { text, position } = cursor;
    const word = text.slice(position, identifierEnd(text, position));
    if (!isInfix(word)) throw refuseOperator(cursor, word);
    this.#reduce(precedence[word], word);
    this.#operators.push(word);
    cursor.position += word.length;
    if (!cursor.skipSpace()) throw cursor.syntax(`a space after ${word}`);
  }

  #enter(operator: '(' | 'not'): void {
    if (++this.#depth > this.#maxDepth) throw this.#cursor.limit(`a nesting of ${this.#depth}`, `at most ${this.#maxDepth} (maxDepth)`);
    this.#operators.push(operator);
  }

  #leave(): void {
    this.#reduce(0);
    if (this.#operators.pop() !== '(') throw this.#cursor.syntax('and, or or the end');
    this.#depth--;
  }

  #push(node: Operand, start: number): void {
    if (++this.#nodes > this.#maxNodes) throw this.#cursor.limit(`${this.#nodes} nodes`, `at most ${this.#maxNodes} (maxNodes)`, start);
    this.#operands.push({ node, start });
  }

  /** Makes nodes of the operators that bind at least as tightly as `minimum`. A chain of one `and` or `or` waits, to become one node. */
  #reduce(minimum: number, incoming?: Operator): void {
    const operators = this.#operators;
    for (;;) {
      const top = operators.at(-1);
      if (top === undefined || top === '(' || precedence[top] < minimum) return;
      if (top === 'and' || top === 'or') {
        if (top === incoming) return;
        this.#reduceChain(top);
      } else if (top === 'not') this.#reduceNot();
      else this.#reduceComparison(top);
    }
  }

  #reduceChain(operator: 'and' | 'or'): void {
    let count = 1;
    while (this.#operators.at(-1) === operator) {
      this.#operators.pop();
      count++;
    }
    const operands = this.#operands.splice(-count);
    const conditions = operands.map((operand) => this.#condition(operand, `a condition beside ${operator}`));
    this.#push((operator === 'and' ? and : or)(conditions), (operands[0] as Placed).start);
  }

  #reduceNot(): void {
    this.#operators.pop();
    this.#depth--;
    const operand = this.#operands.pop() as Placed;
    this.#push(not(this.#condition(operand, 'a condition after not, in parentheses: not (property eq value)')), operand.start);
  }

  #reduceComparison(operator: Exclude<Operator, '(' | 'not' | 'and' | 'or'>): void {
    this.#operators.pop();
    const right = this.#operands.pop() as Placed;
    const left = this.#operands.pop() as Placed;
    const cursor = this.#cursor;
    if (left.node.kind !== 'property' && left.node.kind !== 'literal') throw cursor.unsupported('a comparison of a condition', 'a property before the operator', left.start);
    if (right.node.kind === 'property') throw cursor.unsupported('a comparison with a property', "a value (text in single quotes: 'text')", right.start);
    if (right.node.kind !== 'literal') throw cursor.unsupported('a comparison with a condition', 'a value', right.start);
    this.#push(comparison(left.node, operator, right.node), left.start);
  }

  #condition({ node, start }: Placed, expected: string): Expression {
    if (node.kind === 'property' || (node.kind === 'literal' && node.type !== 'boolean')) throw this.#cursor.syntax(expected, start);
    return node;
  }
}

function isInfix(word: string): word is Exclude<Operator, '(' | 'not'> {
  return word !== 'not' && word !== '(' && Object.hasOwn(precedence, word);
}
