import type { ComparisonOperator, Expression, Literal } from '@syncline/odata';
import { timestampKey } from '../data/timestamp-key.ts';
import { QueryError } from '../store/query-error.ts';
import type { CollectionQuery, OrderItem } from '../store/select-query.ts';
import type { CollectionName } from '../store/store.ts';

/** A token of a query text. Keywords are words; the parser decides where a word is a keyword. */
interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const pattern =
  /\s+|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(-?\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{Nd}_#]*)|(<>|!=|<=|>=|[=<>(),;*])/uy;

/** Splits a query text into tokens. @throws QueryError with the offset of a character that begins no token */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new QueryError(`Unexpected character at offset ${at} of the query.`);
    const [whole, quoted, identifier, number, word, sign] = match;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.replaceAll("''", "'"), at });
    else if (identifier !== undefined) tokens.push({ kind: 'word', text: identifier.replaceAll('""', '"'), at });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at });
    at += whole.length;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

const tables: Readonly<Record<string, CollectionName>> = {
  jobs: 'job',
  history: 'history',
  connectors: 'connector',
  workspaces: 'workspace',
};
const comparisons: Readonly<Record<string, ComparisonOperator>> = {
  '=': 'eq',
  '<>': 'ne',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
const maxLength = 8192;
const maxDepth = 100;

/** A parsed query. */
interface ParsedQuery extends CollectionQuery {
  readonly collection: CollectionName;
}

/**
 * Parses the small SQL dialect of the sandbox: `SELECT <columns or *> FROM <jobs, history, connectors or workspaces>
 * [WHERE <conditions>] [ORDER BY <columns>] [LIMIT <n>]`. The specification shows no query language (decision record
 * 0008). `startName` is the name of the start of a history record.
 *
 * @throws QueryError with the expected token and the offset
 */
export function parseQueryText(text: string, startName = 'runstartdate'): ParsedQuery {
  const timestamps: Readonly<Record<string, readonly string[]>> = {
    history: [startName],
    workspace: ['created_at', 'updated_at'],
  };
  if (text.length > maxLength) throw new QueryError(`A query is at most ${maxLength} characters.`);
  const reader = new QueryReader(tokenize(text));
  reader.keyword('select');
  const select = reader.sign('*') ? undefined : reader.list(() => reader.word('a column or *'));
  reader.keyword('from');
  const table = reader.word('a table').toLowerCase();
  const collection = Object.hasOwn(tables, table) ? tables[table] : undefined;
  if (collection === undefined)
    throw new QueryError(`There is no table '${table}'. Known: ${Object.keys(tables).join(', ')}.`);
  const filter = reader.isKeyword('where') ? reader.disjunction(timestamps[collection] ?? [], 0) : undefined;
  const orderBy = reader.isKeyword('order') ? reader.orderBy() : undefined;
  const limit = reader.isKeyword('limit') ? reader.wholeNumber() : undefined;
  reader.sign(';');
  reader.end();
  return { collection, select: select && [...new Set(select)], filter, orderBy, limit };
}

class QueryReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Consumes the keyword if it is next. */
  isKeyword(keyword: string): boolean {
    const { kind, text } = this.#token;
    return kind === 'word' && text.toLowerCase() === keyword ? this.#take() : false;
  }

  keyword(keyword: string): void {
    if (!this.isKeyword(keyword)) throw this.#expected(keyword.toUpperCase());
  }

  sign(sign: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign ? this.#take() : false;
  }

  word(what: string): string {
    const { kind, text } = this.#token;
    if (kind !== 'word') throw this.#expected(what);
    this.#take();
    return text;
  }

  list<T>(parseItem: () => T): T[] {
    const items = [parseItem()];
    while (this.sign(',')) items.push(parseItem());
    return items;
  }

  orderBy(): OrderItem[] {
    this.keyword('by');
    return this.list(() => {
      const property = this.word('a column');
      const descending = this.isKeyword('desc');
      if (!descending) this.isKeyword('asc');
      return { property, direction: descending ? 'desc' : 'asc' };
    });
  }

  wholeNumber(): number {
    const { kind, text } = this.#token;
    if (kind !== 'number' || !/^\d{1,9}$/.test(text)) throw this.#expected('a whole number');
    this.#take();
    return Number(text);
  }

  end(): void {
    if (this.#token.kind !== 'end') throw this.#expected('the end of the query');
  }

  disjunction(dates: readonly string[], depth: number): Expression {
    const operands = [this.#conjunction(dates, depth)];
    while (this.isKeyword('or')) operands.push(this.#conjunction(dates, depth));
    return operands.length === 1 ? (operands[0] as Expression) : { kind: 'or', operands };
  }

  #conjunction(dates: readonly string[], depth: number): Expression {
    const operands = [this.#condition(dates, depth)];
    while (this.isKeyword('and')) operands.push(this.#condition(dates, depth));
    return operands.length === 1 ? (operands[0] as Expression) : { kind: 'and', operands };
  }

  #condition(dates: readonly string[], depth: number): Expression {
    if (depth > maxDepth) throw new QueryError(`Conditions are at most ${maxDepth} deep.`);
    if (this.isKeyword('not')) return { kind: 'not', operand: this.#condition(dates, depth + 1) };
    if (this.sign('(')) {
      const inner = this.disjunction(dates, depth + 1);
      if (!this.sign(')')) throw this.#expected("')'");
      return inner;
    }
    const property = { kind: 'property', name: this.word('a column') } as const;
    if (this.isKeyword('is')) {
      const operator = this.isKeyword('not') ? 'ne' : 'eq';
      this.keyword('null');
      return { kind: 'comparison', left: property, operator, right: { kind: 'literal', type: 'null', value: null } };
    }
    const { kind, text } = this.#token;
    const operator = kind === 'sign' ? comparisons[text] : undefined;
    if (operator === undefined) throw this.#expected('=, <>, <, <=, >, >= or IS');
    this.#take();
    return { kind: 'comparison', left: property, operator, right: this.#literal(dates.includes(property.name)) };
  }

  #literal(isDate: boolean): Literal {
    const { kind, text } = this.#token;
    if (this.isKeyword('true')) return { kind: 'literal', type: 'boolean', value: true };
    if (this.isKeyword('false')) return { kind: 'literal', type: 'boolean', value: false };
    if (kind !== 'text' && kind !== 'number') throw this.#expected('a value');
    this.#take();
    if (kind === 'number')
      return text.includes('.')
        ? { kind: 'literal', type: 'decimal', value: text }
        : { kind: 'literal', type: 'integer', value: BigInt(text) };
    if (isDate && timestampKey(text) !== undefined) return { kind: 'literal', type: 'dateTimeOffset', value: text };
    return { kind: 'literal', type: 'string', value: text };
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #take(): true {
    this.#next++;
    return true;
  }

  #expected(what: string): QueryError {
    return new QueryError(`Expected ${what} at offset ${this.#token.at} of the query.`);
  }
}
