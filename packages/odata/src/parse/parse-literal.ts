import type { Literal } from '../nodes/nodes.ts';
import { Cursor } from './cursor.ts';
import { resolveLimits, type Limits } from '../nodes/limits.ts';
import { parseOperand } from './parse-operand.ts';

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
