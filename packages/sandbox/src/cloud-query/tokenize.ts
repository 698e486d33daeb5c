import { QueryError } from '../store/query-error.ts';

/** A token of a query text. Keywords are words; the parser decides where a word is a keyword. */
export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const pattern =
  /\s+|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(-?\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{Nd}_#]*)|(<>|!=|<=|>=|[=<>(),;*])/uy;

/** Splits a query text into tokens. @throws QueryError with the offset of a character that begins no token */
export function tokenize(text: string): Token[] {
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
