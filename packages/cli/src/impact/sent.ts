import ts from 'typescript';

/** What a call sends under a name: nothing, something that the code does not show, or one of these texts. */
export type Sent = 'nothing' | 'unknown' | { readonly texts: readonly string[] | undefined; readonly node: ts.Node };

/** The options of `call`, of a method of `raw` and of a method of a client that become parameters. */
const PLACES: readonly (readonly string[])[] = [
  [],
  ...['query', 'path', 'headers', 'cookies'].map((location) => [location]),
  ...['query', 'path', 'header', 'cookie'].map((location) => ['params', location]),
];

/** What a call sends as a parameter, which some options have under another name. */
export function parameterSent(call: ts.CallExpression, names: readonly string[], checker: ts.TypeChecker): Sent {
  const found = PLACES.flatMap((path) => names.map((name) => at(call, [...path, name], checker)));
  return found.find((sent) => typeof sent === 'object') ?? (found.includes('unknown') ? 'unknown' : 'nothing');
}

/** What a call sends as a field of its body. */
export function fieldSent(call: ts.CallExpression, name: string, checker: ts.TypeChecker): Sent {
  return at(call, ['body', name], checker);
}

/** Whether a call has a body; a method makes the body from its arguments. */
export function hasBody(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  return at(call, ['body'], checker) !== 'nothing';
}

/** What is at the end of a path into the options of a call. */
function at(call: ts.CallExpression, path: readonly string[], checker: ts.TypeChecker): Sent {
  const found = call.arguments
    .filter((argument) => !ts.isStringLiteralLike(argument))
    .map((argument) => inside(argument, path, checker));
  return found.find((sent) => typeof sent === 'object') ?? (found.includes('unknown') ? 'unknown' : 'nothing');
}

function inside(value: ts.Expression, [name, ...rest]: readonly string[], checker: ts.TypeChecker): Sent {
  if (name === undefined) return { texts: textsOf(checker.getTypeAtLocation(value)), node: value };
  const expression =
    ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value)
      ? value.expression
      : value;
  if (ts.isObjectLiteralExpression(expression)) {
    const member = expression.properties.find(
      (property) => property.name !== undefined && nameOf(property.name) === name,
    );
    if (member !== undefined && ts.isPropertyAssignment(member)) return inside(member.initializer, rest, checker);
    if (member !== undefined && ts.isShorthandPropertyAssignment(member)) return inside(member.name, rest, checker);
    if (
      !expression.properties.some(
        (property) => ts.isSpreadAssignment(property) || property.name?.kind === ts.SyntaxKind.ComputedPropertyName,
      )
    )
      return 'nothing';
  }
  return ofType(checker.getTypeAtLocation(expression), [name, ...rest], expression, checker);
}

/** What the type of a value shows of it. */
function ofType(type: ts.Type, [name, ...rest]: readonly string[], node: ts.Node, checker: ts.TypeChecker): Sent {
  if (name === undefined) return { texts: textsOf(type), node };
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0) return 'unknown';
  const property = type.getProperty(name);
  if (property === undefined) return type.getStringIndexType() === undefined ? 'nothing' : 'unknown';
  if ((property.flags & ts.SymbolFlags.Optional) !== 0) return 'unknown';
  return ofType(checker.getTypeOfSymbolAtLocation(property, node), rest, node, checker);
}

const nameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;

/** The values that a type consists of; undefined if it has others. */
export function textsOf(type: ts.Type): readonly string[] | undefined {
  const parts = type.isUnion() ? type.types : [type];
  const texts = parts.map((part) => {
    if (part.isStringLiteral() || part.isNumberLiteral()) return String(part.value);
    return (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0 ? undefined : '';
  });
  return texts.some((text) => text === undefined) ? undefined : (texts as readonly string[]);
}

/** The value that a place writes to a field: in an object literal, or by an assignment; undefined if it only reads it. */
export function writtenAt(node: ts.Node): ts.Expression | undefined {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return parent.initializer;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) return parent.name;
  if (!ts.isPropertyAccessExpression(parent) || parent.name !== node) return undefined;
  const outer = parent.parent;
  const isAssigned =
    ts.isBinaryExpression(outer) && outer.left === parent && outer.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssigned ? outer.right : undefined;
}
