import { call, falseLiteral, nullLiteral, property, trueLiteral } from '../nodes/make.ts';
import type { Expression, FunctionCall, FunctionName, Literal, Property } from '../nodes/nodes.ts';
import { codeAt, isDigit } from '../nodes/characters.ts';
import { isNameAllowed } from '../nodes/property-name.ts';
import type { Cursor } from './cursor.ts';
import { identifierEnd } from './identifier.ts';
import {
  refuseAfterOperand,
  refuseCall,
  refuseOperand,
  refusePrefixedLiteral,
  refuseQualifiedName,
  refuseReserved,
} from './refusals.ts';
import { scanGuid, scanNumberOrDate, scanString } from './scan-literal.ts';

/** What stands between operators. */
export type Operand = Property | Literal | Expression;

/** Operands that are known beforehand, by the offset at which each begins: the values of a template. */
export type KnownOperands = Map<number, { readonly node: Operand; readonly end: number }>;

const quote = 39;
const open = 40;
const close = 41;
const plus = 43;
const comma = 44;
const minus = 45;
const dot = 46;
const slash = 47;
const text = "a text in single quotes ('text')";

/** Reads one property, literal or function call; the cursor stands behind it afterwards. `inside` names the function whose argument it is. */
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
    if (!isFunctionName(name)) throw refuseCall(cursor, name, start);
    // Refused before it is read, so that calls inside calls cost no stack.
    if (inside !== undefined) throw cursor.unsupported(`${name} inside ${inside}`, 'a property or a text', start);
    return parseCall(cursor, name, known);
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
  expectSign(cursor, comma, "','");
  cursor.skipSpace();
  const secondStart = cursor.position;
  const second = parseOperand(cursor, known, name);
  if (second.kind === 'property')
    throw cursor.unsupported(`a property as the second argument of ${name}`, text, secondStart);
  if (second.kind !== 'literal' || second.type !== 'string') throw cursor.syntax(text, secondStart);
  expectSign(cursor, close, "')'");
  return call(name, first, second);
}

function expectSign(cursor: Cursor, sign: number, expected: string): void {
  cursor.skipSpace();
  if (!cursor.skip(sign)) throw cursor.code === slash ? refuseAfterOperand(cursor) : cursor.syntax(expected);
}

function isFunctionName(name: string): name is FunctionName {
  return name === 'contains' || name === 'startswith' || name === 'endswith';
}
