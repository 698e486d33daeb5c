import ts from 'typescript';

/**
 * The type of an open enumeration: it offers the known values and accepts any other value of their kind, because a
 * newer service may add values. For example `'days' | 'weeks' | (string & {})`.
 */
export function openEnum(
  schema: { readonly type?: unknown; readonly nullable?: unknown },
  given: readonly unknown[] | undefined,
): ts.TypeNode | undefined {
  if (!given) return undefined;
  const values = given.filter((value) => value !== null);
  const isNullable = values.length < given.length || schema.nullable === true || [schema.type].flat().includes('null');
  const kind = values.every((value) => typeof value === 'string')
    ? ts.SyntaxKind.StringKeyword
    : values.every((value) => typeof value === 'number')
      ? ts.SyntaxKind.NumberKeyword
      : undefined;
  if (kind === undefined) return undefined;
  const rest = ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(kind),
    ts.factory.createTypeLiteralNode([]),
  ]);
  return ts.factory.createUnionTypeNode([
    ...values.map(literal),
    ts.factory.createParenthesizedType(rest),
    ...(isNullable ? [ts.factory.createLiteralTypeNode(ts.factory.createNull())] : []),
  ]);
}

/** The type of an enumeration that has no other values. */
export function closedEnum(values: readonly unknown[]): ts.TypeNode {
  return ts.factory.createUnionTypeNode(values.map(literal));
}

function literal(value: unknown): ts.TypeNode {
  if (typeof value === 'string') return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value, true));
  const number = ts.factory.createNumericLiteral(Math.abs(value as number));
  return ts.factory.createLiteralTypeNode(
    (value as number) < 0 ? ts.factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, number) : number,
  );
}
