import { call, falseLiteral, nullLiteral, property, trueLiteral } from '../nodes/make.ts';
import { functionNames, type FunctionCall, type FunctionName, type Expression, type Literal, type Property } from '../nodes/nodes.ts';
import { identifierEnd, isDigit, isNameAllowed } from '../nodes/property-name.ts';
import type { Cursor } from './cursor.ts';
import { refuseAfterOperand, refuseCall, refuseOperand, refusePrefixedLiteral, refuseQualifiedName, refuseReserved } from './refusals.ts';
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

/** Reads one property, literal or function call; the cursor stands behind it afterwards. */
export function parseOperand(cursor: Cursor, known: KnownOperands | undefined): Operand {
  const value = known?.get(cursor.position);
  if (value !== undefined) {
    known?.delete(cursor.position);
    cursor.position = value.end;
    return value.node;
  }
  const { code } = cursor;
  if (code === quote) return scanString(cursor);
  if (isDigit(code) || code === plus || code === minus) return scanNumberOrDate(cursor);
  return scanGuid(cursor) ?? parseNamed(cursor, known);
}

function parseNamed(cursor: Cursor, known: KnownOperands | undefined): Operand {
  const { text, position: start } = cursor;
  const end = identifierEnd(text, start);
  if (end === start) throw refuseOperand(cursor);
  const name = text.slice(start, end);
  cursor.position = end;
  const next = text.charCodeAt(end);
  if (next === open && name !== 'not') {
    if (!(functionNames as readonly string[]).includes(name)) throw refuseCall(cursor, name, start);
    return parseCall(cursor, name as FunctionName, known);
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
  const first = parseArgument(cursor, known);
  if (first.node.kind !== 'property') throw cursor.unsupported(`a value as the first argument of ${name}`, 'a property', first.start);
  if (!cursor.skip(comma)) throw cursor.code === slash ? refuseAfterOperand(cursor) : cursor.syntax("','");
  const second = parseArgument(cursor, known);
  if (second.node.kind === 'property') throw cursor.unsupported(`a property as the second argument of ${name}`, "a text in single quotes ('text')", second.start);
  if (second.node.kind !== 'literal' || second.node.type !== 'string') throw cursor.syntax("a text in single quotes ('text')", second.start);
  if (!cursor.skip(close)) throw cursor.code === slash ? refuseAfterOperand(cursor) : cursor.syntax("')'");
  return call(name, first.node, second.node);
}

function parseArgument(cursor: Cursor, known: KnownOperands | undefined): { readonly node: Operand; readonly start: number } {
  cursor.skipSpace();
  const start = cursor.position;
  // A call inside a call is refused before it is read, so that the depth of calls costs no stack.
  const end = identifierEnd(cursor.text, start);
  if (end > start && cursor.text.charCodeAt(end) === open) throw cursor.unsupported(`the function ${cursor.text.slice(start, Math.min(end, start + 60))} inside a function`, 'a property or a text', start);
  const node = parseOperand(cursor, known);
  cursor.skipSpace();
  return { node, start };
}
