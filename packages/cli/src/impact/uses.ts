import ts from 'typescript';
import { packageOf } from './origin.ts';
import type { Subject, SubjectOf } from './subject.ts';

/** The functions of @syncline/odata that take a filter as text. */
const FILTER_TEXTS = new Set(['odata', 'rawFilter', 'parseFilter']);

export interface Use {
  readonly subject: Subject;
  readonly node: ts.Node;
}

/** Finds every use of a field, record or operation of the service in a file, by its symbol and not by its name. */
export function usesIn(
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  subjectOf: SubjectOf,
  fieldsOf: (name: string) => readonly string[],
): readonly Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    for (const subject of subjectsAt(node, checker, subjectOf, fieldsOf)) uses.push({ subject, node });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

function subjectsAt(
  node: ts.Node,
  checker: ts.TypeChecker,
  subjectOf: SubjectOf,
  fieldsOf: (name: string) => readonly string[],
): readonly Subject[] {
  if (ts.isIdentifier(node) || ts.isStringLiteral(node)) {
    const declared =
      symbolAt(node, checker)?.declarations?.flatMap((declaration) => subjectOf(declaration) ?? []) ?? [];
    if (declared.length > 0) return [...new Set(declared)];
  }
  if (ts.isStringLiteralLike(node))
    return [...selected(node, checker, fieldsOf), ...mentioned(node, checker, fieldsOf)];
  return ts.isTemplateExpression(node) ? mentioned(node, checker, fieldsOf) : [];
}

/** The property or declaration that a name refers to, through imports, destructuring and object literals. */
function symbolAt(node: ts.Identifier | ts.StringLiteral, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return undefined;
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node)
    return checker.getTypeAtLocation(parent.parent).getProperty(node.text);
  if ((ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === node) {
    return checker.getContextualType(parent.parent)?.getProperty(node.text);
  }
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * A string in a place that takes only the fields of a record, as in `select: ['PreJob']` and `orderBy: 'details desc'`.
 */
function selected(
  node: ts.StringLiteralLike,
  checker: ts.TypeChecker,
  fieldsOf: (name: string) => readonly string[],
): readonly Subject[] {
  const type = checker.getContextualType(node);
  const constraint = type && (type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : type);
  if (!constraint?.isUnion()) return [];
  const values = new Set(constraint.types.flatMap((part) => (part.isStringLiteral() ? [part.value] : [])));
  if (!values.has(node.text)) return [];
  // An order has a field and a direction. Unless other strings of the union are fields of the same record too, the
  // match is chance.
  const named = (text: string): readonly string[] => fieldsOf(text.split(' ')[0] ?? '');
  const others = new Set(
    [...values]
      .filter((value) => value !== node.text)
      .flatMap(named)
      .map(recordOf),
  );
  return named(node.text)
    .filter((field) => others.has(recordOf(field)))
    .map((field): Subject => `field ${field}`);
}

/** A field in the text of a filter, which has no type: odata`…` and rawFilter('…'). */
function mentioned(
  node: ts.StringLiteralLike | ts.TemplateExpression,
  checker: ts.TypeChecker,
  fieldsOf: (name: string) => readonly string[],
): readonly Subject[] {
  const { parent } = node;
  const callee = ts.isTaggedTemplateExpression(parent)
    ? parent.tag
    : ts.isCallExpression(parent) && parent.arguments[0] === node
      ? parent.expression
      : undefined;
  const symbol = callee && symbolAtExpression(callee, checker);
  if (
    !symbol ||
    !FILTER_TEXTS.has(symbol.name) ||
    !symbol.declarations?.some((declaration) => packageOf(declaration.getSourceFile()) === '@syncline/odata')
  )
    return [];
  // Remove the quotes of the literal, the values inside the filter and the expressions of the template: none of them is
  // a field.
  const text = node
    .getText()
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}|'[^']*'/g, ' ');
  return [...new Set(text.match(/[A-Za-z_][\w#]*/g) ?? [])].flatMap((word) =>
    fieldsOf(word).map((field): Subject => `field ${field}`),
  );
}

function symbolAtExpression(expression: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(expression);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

const recordOf = (field: string): string => field.split('.')[0] ?? '';
