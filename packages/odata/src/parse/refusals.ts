import { functionNames } from '../nodes/nodes.ts';
import type { Cursor } from './cursor.ts';
import { identifierEnd } from './characters.ts';
import type { ODataSyntaxError } from './odata-syntax-error.ts';

/**
 * The errors for OData that section 4.1 does not have, and for syntax that is nearly right. They name what was written.
 */

const literalPrefixes: Readonly<Record<string, string>> = {
  binary: 'a binary literal',
  duration: 'a duration literal',
  geography: 'a geography literal',
  geometry: 'a geometry literal',
};
const infixWords: Readonly<Record<string, string>> = {
  has: 'the operator has',
  in: 'the operator in',
  ...Object.fromEntries(
    ['add', 'sub', 'mul', 'div', 'divby', 'mod'].map((word) => [word, `the arithmetic operator ${word}`]),
  ),
};
const lowerCaseWords = /^(?:eq|ne|gt|ge|lt|le|and|or|not|true|false|null)$/i;
const anyFunction = functionNames.join(', ').replace(/, (\w+)$/, ' or $1');
const value = "a value (a text is written in single quotes: 'text')";
const slash = 47;

/** An operand was expected; there is neither a name nor a literal. */
export function refuseOperand(cursor: Cursor): ODataSyntaxError {
  const { text, position } = cursor;
  const sign = text.charAt(position);
  if (sign === '@') return cursor.unsupported('an annotation or parameter alias', 'a property or a value');
  if (sign === '[') return cursor.unsupported('an array', 'a property or a value');
  if (sign === '{') return cursor.unsupported('an object', 'a property or a value');
  const name = text.slice(position + 1, identifierEnd(text, position + 1));
  if (sign === '$' && /^(?:it|this|root)$/.test(name)) return cursor.unsupported(`$${name}`, 'a property or a value');
  if (/["‘’“”`]/.test(sign)) return cursor.syntax("a text in single quotes ('text')");
  return cursor.syntax(afterComparison.test(text.slice(0, position)) ? anyValue : anyCondition);
}

const afterComparison = /(?:^|\s)(?:eq|ne|gt|ge|lt|le)[ \t]*$/;
const anyValue = "a value, such as 'text', 42, true, null or 2024-01-31";
const anyCondition = "a condition, such as status eq 'done'";

/** A name is followed by `(`, but is not a function of section 4.1. */
export function refuseCall(cursor: Cursor, name: string, start: number): ODataSyntaxError {
  // These two are lambda operators: they are allowed only after a path.
  if (name === 'any' || name === 'all') return cursor.syntax(`a collection before ${name}`, cursor.position);
  return cursor.unsupported(`the function ${shown(name)}`, anyFunction, start);
}

/** A name is followed by `.`: it is a type, an enumeration or a function of a namespace. */
export function refuseQualifiedName(cursor: Cursor, start: number): ODataSyntaxError {
  const { text } = cursor;
  while (cursor.skip(46)) {
    const end = identifierEnd(text, cursor.position);
    if (end === cursor.position) return cursor.syntax('a name after the dot');
    cursor.position = end;
  }
  const name = shown(text.slice(start, cursor.position));
  if (text.charAt(cursor.position) === '(') return cursor.unsupported(`the function ${name}`, anyFunction, start);
  if (text.charAt(cursor.position) === "'")
    return cursor.unsupported(`the enumeration literal of ${name}`, value, start);
  if (text.charAt(cursor.position) === '/') return cursor.unsupported(`the type cast ${name}`, 'a property', start);
  return cursor.syntax("'(' or a property without a dot");
}

/** A name is followed by a quote, as in `duration'P1D'` or the `datetime'…'` of OData 2. */
export function refusePrefixedLiteral(cursor: Cursor, prefix: string, start: number): ODataSyntaxError {
  const known = Object.hasOwn(literalPrefixes, prefix) ? literalPrefixes[prefix] : undefined;
  return known === undefined
    ? cursor.syntax(`a value without the prefix ${shown(prefix)}`, start)
    : cursor.unsupported(known, value, start);
}

/** An operand is not followed by a space, `)` or the end. */
export function refuseAfterOperand(cursor: Cursor): ODataSyntaxError {
  const { text, position } = cursor;
  if (cursor.code !== slash) {
    if (text.charAt(position) === '(') return cursor.unsupported('a call or key after a path', 'an operator', position);
    return cursor.syntax(
      text.charAt(position - 1) === "'"
        ? "a space, ) or the end after the text (a quote inside a text is doubled: '')"
        : 'a space and an operator, ) or the end of the filter',
    );
  }
  const next = text.charAt(position + 1);
  const segment = text.slice(position + 1, identifierEnd(text, position + (next === '$' ? 2 : 1)));
  if (next === '@') return cursor.unsupported('an annotation', 'a property', position + 1);
  if (next === '$') return cursor.unsupported(`the path segment ${shown(segment)}`, 'a property', position + 1);
  if (segment === '') return cursor.syntax('a name after the slash', position + 1);
  if (segment === 'any' || segment === 'all')
    return cursor.unsupported(`the lambda operator ${segment}`, 'a property', position + 1);
  return cursor.unsupported(`the navigation path to ${shown(segment)}`, 'a property', position);
}

/** Operators of other languages, longer spellings first, and how OData writes each. */
const signs: readonly (readonly [spelling: string, operator: string])[] = [
  ['!=', 'ne'],
  ['<>', 'ne'],
  ['>=', 'ge'],
  ['<=', 'le'],
  ['==', 'eq'],
  ['=', 'eq'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['&&', 'and'],
  ['||', 'or'],
];

/** An operator was expected; the word is not an operator of section 4.1. */
export function refuseOperator(cursor: Cursor): ODataSyntaxError {
  const { text, position } = cursor;
  const word = text.slice(position, identifierEnd(text, position));
  if (/^(?:eq|ne|gt|ge|lt|le|and|or)$/.test(word))
    return cursor.syntax(`a space after ${word}`, position + word.length);
  const sign = signs.find(([spelling]) => text.startsWith(spelling, position));
  if (sign !== undefined) return cursor.syntax(`${sign[1]} instead of ${sign[0]}`);
  const expected = 'an operator: eq, ne, gt, ge, lt, le, and, or';
  if (Object.hasOwn(infixWords, word)) return cursor.unsupported(infixWords[word] as string, expected);
  return cursor.syntax(lowerCaseWords.test(word) ? `${word.toLowerCase()} in lower case` : expected);
}

/** An operand was expected; the word cannot name a property. */
export function refuseReserved(cursor: Cursor, word: string, start: number): ODataSyntaxError {
  if (word === 'INF' || word === 'NaN') return cursor.unsupported(`the number ${word}`, 'a finite number', start);
  if (word === 'not') return cursor.syntax('a space after not');
  if (lowerCaseWords.test(word)) return cursor.syntax(`${word.toLowerCase()} in lower case`, start);
  return cursor.syntax('a property name of at most 128 characters', start);
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
