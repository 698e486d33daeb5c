import {
  type Expression,
  type FunctionCall,
  type FunctionName,
  type Literal,
  type Property,
  functionNames,
  functions,
} from '../nodes/nodes.ts';
import { call, falseLiteral, nullLiteral, property, trueLiteral } from '../nodes/make.ts';
import { isNameAllowed } from '../nodes/property-name.ts';
import { codeAt, identifierEnd, isDigit } from './characters.ts';
import { Cursor } from './cursor.ts';
import {
  refuseAfterOperand,
  refuseCall,
  refuseOperand,
  refusePrefixedLiteral,
  refuseQualifiedName,
  refuseReserved,
} from './refusals.ts';
import { scanGuid, scanNumberOrDate, scanString } from './scan-literal.ts';
import { type Limits, resolveLimits } from '../nodes/limits.ts';

/** The operands of operators. */
export type Operand = Property | Literal | Expression;

/** Operands that are already parsed, by the offset at which each starts: the values of a template. */
export type KnownOperands = Map<number, { readonly node: Operand; readonly end: number }>;

const quote = 39;
const open = 40;
const close = 41;
const plus = 43;
const comma = 44;
const minus = 45;
const dot = 46;
const slash = 47;
const argument: Readonly<Record<(typeof functions)[FunctionName], string>> = {
  string: "a text in single quotes ('text')",
};

/** Reads one property, literal or function call. `inside` names the function that it is an argument of. */
export function parseOperand(cursor: Cursor, known: KnownOperands | undefined, inside?: FunctionName): Operand {
  if (known !== undefined) {
    const value = known.get(cursor.position);
    if (value !== undefined) {
      known.delete(cursor.position);
      cursor.position = value.end;
      return value.node;
    }
  }
  const { code } = cursor;
  if (code === quote) return scanString(cursor);
  if (isDigit(code) || code === plus || code === minus) return scanNumberOrDate(cursor);
  return scanGuid(cursor) ?? parseNamed(cursor, known, inside);
}

function parseNamed(cursor: Cursor, known: KnownOperands | undefined, inside: FunctionName | undefined): Operand {
  const { text, position: start } = cursor;
  const end = identifierEnd(text, start);
  if (end === start) throw refuseOperand(cursor);
  const name = text.slice(start, end);
  cursor.position = end;
  const next = codeAt(text, end);
  if (next === open && name !== 'not') {
    const called = functionNamed(name);
    if (called === undefined) throw refuseCall(cursor, name, start);
    // Refused before it is parsed, so that nested calls do not use the stack.
    if (inside !== undefined) throw cursor.unsupported(`${name} inside ${inside}`, 'a property or a text', start);
    return parseCall(cursor, called, known);
  }
  if (next === dot) throw refuseQualifiedName(cursor, start);
  if (next === quote) throw refusePrefixedLiteral(cursor, name, start);
  if (name === 'null') return nullLiteral;
  if (name === 'true') return trueLiteral;
  if (name === 'false') return falseLiteral;
  if (!isNameAllowed(name)) throw refuseReserved(cursor, name, start);
  return property(name);
}

function parseCall(cursor: Cursor, name: FunctionName, known: KnownOperands | undefined): FunctionCall {
  cursor.position++;
  cursor.skipSpace();
  const firstStart = cursor.position;
  const first = parseOperand(cursor, known, name);
  if (first.kind !== 'property')
    throw cursor.unsupported(`a value as the first argument of ${name}`, 'a property', firstStart);
  expectCharacter(cursor, comma, 'a comma');
  cursor.skipSpace();
  const literalType = functions[name];
  const secondStart = cursor.position;
  const second = parseOperand(cursor, known, name);
  if (second.kind === 'property')
    throw cursor.unsupported(`a property as the second argument of ${name}`, argument[literalType], secondStart);
  if (second.kind !== 'literal' || second.type !== literalType) throw cursor.syntax(argument[literalType], secondStart);
  expectCharacter(cursor, close, 'a closing )');
  return call(name, first, second);
}

function expectCharacter(cursor: Cursor, code: number, expected: string): void {
  cursor.skipSpace();
  if (!cursor.skip(code)) throw cursor.code === slash ? refuseAfterOperand(cursor) : cursor.syntax(expected);
}

/**
 * Compares instead of looking the name up, because a name that was just cut out of the text would have to be hashed
 * first.
 */
function functionNamed(name: string): FunctionName | undefined {
  for (const known of functionNames) if (known === name) return known;
  return undefined;
}

const whole = ['integer'] as const;
const numeric = ['integer', 'decimal'] as const;

/** The types of literal that each EDM type accepts. Every type also accepts `null`. */
const literalTypes: Readonly<Record<string, readonly Literal['type'][]>> = {
  'Edm.String': ['string'],
  'Edm.Boolean': ['boolean'],
  'Edm.Byte': whole,
  'Edm.SByte': whole,
  'Edm.Int16': whole,
  'Edm.Int32': whole,
  'Edm.Int64': whole,
  'Edm.Decimal': numeric,
  'Edm.Double': numeric,
  'Edm.Single': numeric,
  'Edm.Date': ['date'],
  'Edm.DateTimeOffset': ['dateTimeOffset'],
  'Edm.Guid': ['guid'],
};

/**
 * Parses one literal. If you pass an EDM type, the literal must be of that type.
 *
 * @throws {ODataSyntaxError} `ODATA_SYNTAX` for a text that is not a literal, or a literal of another type;
 * `ODATA_UNSUPPORTED` for a type that this interface does not have.
 * @example
 * ```ts
 * import { parseLiteral } from '@syncline/odata';
 *
 * parseLiteral('2012-09-03T13:52Z', 'Edm.DateTimeOffset').value; // '2012-09-03T13:52Z'
 * ```
 */
export function parseLiteral(text: string, type?: string, limits?: Limits): Literal {
  const cursor = new Cursor(text, resolveLimits(limits).maxLength);
  const accepted = type === undefined || !Object.hasOwn(literalTypes, type) ? undefined : literalTypes[type];
  if (type !== undefined && accepted === undefined)
    throw cursor.unsupported(`the type ${type}`, 'a type of this interface', 0);
  const node = parseOperand(cursor, undefined);
  if (node.kind !== 'literal') throw cursor.syntax('a literal', 0);
  if (!cursor.atEnd) throw cursor.syntax('the end of the literal');
  if (accepted !== undefined && node.type !== 'null' && !accepted.includes(node.type))
    throw cursor.syntax(`a literal of type ${type}`, 0);
  return node;
}
