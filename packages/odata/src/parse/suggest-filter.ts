import { functionNames } from '../nodes/nodes.ts';
import { isPropertyName } from '../nodes/property-name.ts';
import { type LooseToken, looseTokens } from './loose-tokens.ts';

/** Longer texts get no suggestion: parsing them again costs time, and nobody reads the result. */
const maxLength = 1000;
const maxDepth = 50;
const placeholder = "'value'";

/**
 * The filter that was probably meant by a text that the grammar refuses: with OData's operators in lower case, values
 * after properties, and texts in single quotes with their quotes doubled. It is a guess, and the caller checks that it
 * parses. Undefined if there is no good guess.
 */
export function suggestFilter(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const tokens = looseTokens(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  return new LooseParser(tokens).parse();
}

const comparators: Readonly<Record<string, string>> = {
  eq: 'eq',
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  is: 'eq',
  equals: 'eq',
  ne: 'ne',
  '!=': 'ne',
  '!==': 'ne',
  '<>': 'ne',
  neq: 'ne',
  gt: 'gt',
  '>': 'gt',
  ge: 'ge',
  '>=': 'ge',
  gte: 'ge',
  lt: 'lt',
  '<': 'lt',
  le: 'le',
  '<=': 'le',
  lte: 'le',
};
const flipped: Readonly<Record<string, string>> = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };
const joints: Readonly<Record<string, string>> = {
  and: 'and',
  '&&': 'and',
  '&': 'and',
  or: 'or',
  '||': 'or',
  '|': 'or',
};
const constants = /^(?:true|false|null)$/i;
const written = /^(?:[+-]?\d|[\da-f]{8}-[\da-f]{4}-)/i;

interface Operand {
  readonly isName: boolean;
  readonly text: string;
}

class Unclear extends Error {}

/** Reads tokens leniently, and prints them in the form of the grammar. */
class LooseParser {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly LooseToken[];

  constructor(tokens: readonly LooseToken[]) {
    this.tokens = tokens;
  }

  parse(): string | undefined {
    try {
      const text = this.chain('or');
      return this.at === this.tokens.length ? text : undefined;
    } catch (error) {
      if (error instanceof Unclear) return undefined;
      throw error;
    }
  }

  /** The token at the position in lower case, unless it is a text in quotes; '' at the end. */
  private get next(): string {
    const token = this.tokens[this.at];
    return token === undefined || token.kind === 'string' ? '' : token.text.toLowerCase();
  }

  private get isAtEnd(): boolean {
    return this.at >= this.tokens.length || this.next === ')' || Object.hasOwn(joints, this.next);
  }

  private skip(...words: readonly string[]): boolean {
    if (!words.includes(this.next) || this.at >= this.tokens.length) return false;
    this.at++;
    return true;
  }

  private chain(joint: 'and' | 'or'): string {
    const read = (): string => (joint === 'or' ? this.chain('and') : this.unary());
    let text = read();
    while (joints[this.next] === joint) {
      this.at++;
      text += ` ${joint} ${read()}`;
    }
    return text;
  }

  private unary(): string {
    if (++this.depth > maxDepth) throw new Unclear();
    try {
      if (this.skip('not', '!')) return negated(this.unary());
      if (!this.skip('(')) return this.condition();
      const inner = this.chain('or');
      if (!this.skip(')') && this.at < this.tokens.length) throw new Unclear();
      return `(${inner})`;
    } finally {
      this.depth--;
    }
  }

  private condition(): string {
    if (this.tokens[this.at + 1]?.text === '(' && this.tokens[this.at]?.kind === 'word' && !this.isList())
      return this.call();
    const left = this.operand();
    if (left.isName) return this.predicate(left.text);
    const operator = this.comparator();
    if (operator === undefined) return /^(?:true|false)$/.test(left.text) ? left.text : unclear();
    const right = this.operand();
    return right.isName ? `${right.text} ${flipped[operator]} ${left.text}` : unclear();
  }

  /** A condition on a property. */
  private predicate(name: string): string {
    const isNegated = this.next === 'not' && this.at++ >= 0;
    if (this.skip('in')) return isNegated ? negated(this.list(name)) : this.list(name);
    const method = functionNames.find((known) => known === this.next);
    if (method !== undefined) {
      this.at++;
      const text = `${method}(${name},${textOf(this.operand())})`;
      return isNegated ? negated(text) : text;
    }
    if (isNegated) return this.skip('null') ? `${name} ne null` : unclear();
    if (this.isAtEnd) return `${name} eq true`;
    const isSql = this.next === 'is';
    const operator = this.comparator() ?? 'eq';
    if (isSql && this.skip('not')) return `${name} ne ${valueOf(this.operand())}`;
    if (this.isAtEnd) return `${name} ${operator} ${placeholder}`;
    return `${name} ${operator} ${valueOf(this.operand())}`;
  }

  private comparator(): string | undefined {
    const operator = Object.hasOwn(comparators, this.next) ? comparators[this.next] : undefined;
    if (operator !== undefined) this.at++;
    return operator;
  }

  private isList(): boolean {
    return this.next === 'in';
  }

  private list(name: string): string {
    const end = this.skip('(') ? ')' : this.skip('[') ? ']' : unclear();
    const parts: string[] = [];
    do parts.push(`${name} eq ${valueOf(this.operand())}`);
    while (this.skip(','));
    if (!this.skip(end)) throw new Unclear();
    return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' or ')})`;
  }

  /** A function with its arguments in either order. `substringof` is OData 2's name for `contains`. */
  private call(): string {
    const name = this.next;
    const known = name === 'substringof' ? 'contains' : functionNames.find((candidate) => candidate === name);
    this.at += 2;
    const first = this.operand();
    if (name === 'isnull' && this.skip(')')) return first.isName ? `${first.text} eq null` : unclear();
    if (known === undefined || !this.skip(',')) return unclear();
    const second = this.operand();
    if (!this.skip(')') && this.at < this.tokens.length) throw new Unclear();
    const [property, value] = !first.isName && second.isName ? [second, first] : [first, second];
    return property.isName ? `${known}(${property.text},${textOf(value)})` : unclear();
  }

  private operand(): Operand {
    const token = this.tokens[this.at++];
    if (token === undefined || token.kind === 'sign') throw new Unclear();
    const { kind, text } = token;
    if (kind === 'string') return { isName: false, text };
    if (constants.test(text)) return { isName: false, text: text.toLowerCase() };
    if (written.test(text)) return { isName: false, text };
    if (!isPropertyName(text) || Object.hasOwn(joints, text.toLowerCase())) throw new Unclear();
    return { isName: true, text };
  }
}

function unclear(): never {
  throw new Unclear();
}

/** A word in the place of a value is a text without its quotes. */
function valueOf(operand: Operand): string {
  return operand.isName ? `'${operand.text}'` : operand.text;
}

/** The argument of a function, which is always a text. */
function textOf(operand: Operand): string {
  if (constants.test(operand.text)) throw new Unclear();
  return operand.text.startsWith("'") ? operand.text : `'${operand.text}'`;
}

function negated(condition: string): string {
  return condition.startsWith('(') ? `not ${condition}` : `not (${condition})`;
}
