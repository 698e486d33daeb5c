import ts from 'typescript';
import { choiceAt, packageOf, symbolOf } from './declarations.ts';
import { recordOf, type Subject } from './subject.ts';

/** Finds `Record.field` for every record that has a field with the given name. */
export type FieldsOf = (name: string) => readonly string[];

/** The functions of @syncline/odata that take a filter as text. */
const FILTER_TEXTS = new Set(['odata', 'rawFilter', 'parseFilter']);

/**
 * A string in a place that accepts only the fields of a record, as in `select: ['PreJob']` and `orderBy: 'details
 * desc'`.
 */
export function selectedFields(
  node: ts.StringLiteralLike,
  checker: ts.TypeChecker,
  fieldsOf: FieldsOf,
): readonly Subject[] {
  const parts = choiceAt(node, checker)?.types ?? [];
  const values = new Set(parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : [])));
  if (!values.has(node.text)) return [];
  // An order has a field and a direction. The match is a coincidence unless other strings of the union are fields of
  // the same record too. If two records share a field, the union belongs to the one with more of its strings.
  const named = (text: string): readonly string[] => fieldsOf(text.replace(/ .*/, ''));
  const others = [...values].filter((value) => value !== node.text).map((value) => new Set(named(value).map(recordOf)));
  const found = named(node.text).map((field) => ({
    field,
    shared: others.filter((records) => records.has(recordOf(field))).length,
  }));
  const most = Math.max(1, ...found.map(({ shared }) => shared));
  return found.filter(({ shared }) => shared === most).map(({ field }): Subject => `field ${field}`);
}

/** A field in a text that has no type: odata`…`, rawFilter('…') and `query: { $filter: '…' }`. */
export function filterFields(
  node: ts.StringLiteralLike | ts.TemplateExpression,
  checker: ts.TypeChecker,
  fieldsOf: FieldsOf,
): readonly Subject[] {
  if (!isQueryOption(node) && !isFilterText(node, checker)) return [];
  // Removes the quotes of the literal, the values in the filter and the expressions of the template, because none of
  // them is a field.
  const text = node
    .getText()
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}|'[^']*'/g, ' ');
  const words = [...text.matchAll(/[A-Za-z_][\w#]*/g)].map(([word]) => word);
  return [...new Set(words)].flatMap((word) => fieldsOf(word).map((field): Subject => `field ${field}`));
}

/** The value of `$filter`, `$select` or `$orderby` in the query of `call` and `raw`. */
function isQueryOption({ parent }: ts.Node): boolean {
  if (!ts.isPropertyAssignment(parent)) return false;
  const { name } = parent;
  return (ts.isIdentifier(name) || ts.isStringLiteral(name)) && /^\$(filter|select|orderby)$/.test(name.text);
}

function isFilterText(node: ts.Node, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  const callee = ts.isTaggedTemplateExpression(parent)
    ? parent.tag
    : ts.isCallExpression(parent) && parent.arguments[0] === node
      ? parent.expression
      : undefined;
  const symbol = callee && symbolOf(callee, checker);
  return (
    symbol !== undefined &&
    FILTER_TEXTS.has(symbol.name) &&
    (symbol.declarations ?? []).some((declaration) => packageOf(declaration.getSourceFile()) === '@syncline/odata')
  );
}
