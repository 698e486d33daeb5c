import ts from 'typescript';
import { METHODS } from '../generate/model.ts';
import { clientAt, type ClientCredential, isFromEnvironment, requestFieldOf, schemesAt } from './credentials.ts';
import { choiceAt, type Declarations, packageOf, symbolOf } from './declarations.ts';
import { filterFields, selectedFields, type FieldsOf } from './field-names.ts';
import { recordOf, type Subject } from './subject.ts';

/** A piece of code that uses something of the service. */
export interface Use {
  readonly subject: Subject;
  readonly node: ts.Node;
  /** True if the code only names an operation and does not call it. */
  readonly isName?: boolean;
  /** The credential of a client that is created. */
  readonly credential?: ClientCredential;
}

/** A piece of code that may use something that changed; the code does not show what it uses. */
export interface Unclear {
  readonly node: ts.Node;
  readonly reason: string;
}

/** The data of a search: the program and the descriptions. */
export interface Search {
  readonly checker: ts.TypeChecker;
  readonly declarations: Declarations;
  readonly clients: ReadonlyMap<ts.Node, ReadonlySet<string>>;
  /** `GET /history` → the operationId. */
  readonly operationAt: ReadonlyMap<string, string>;
  readonly operationIds: ReadonlySet<string>;
  readonly fieldsOf: FieldsOf;
  /** The record that each operation returns, by operationId. */
  readonly recordOf: ReadonlyMap<string, string | null>;
  /** The record of a token request. */
  readonly tokenRequest: string | undefined;
  /** Matches every name in the code that can be a use of something that changed. */
  readonly names: RegExp;
  /** Everything that changed. */
  readonly subjects: ReadonlySet<Subject>;
  /** The records with a change; a field with a computed name may be one of their fields. */
  readonly records: ReadonlySet<string>;
}

/** The options of methods that become query parameters. */
export const OPTION_OF: ReadonlyMap<string, string> = new Map([
  ['filter', '$filter'],
  ['select', '$select'],
  ['orderBy', '$orderby'],
]);

/** Finds every use in a file, by symbol and not by name. */
export function usesIn(file: ts.SourceFile, search: Search): { uses: readonly Use[]; unclear: readonly Unclear[] } {
  const uses: Use[] = [];
  const unclear: Unclear[] = [];
  const renamed = new Set<string>();
  const isNamed = (text: string): boolean => search.names.test(text) || renamed.has(text);
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && node.propertyName && search.names.test(node.propertyName.text))
      renamed.add(node.name.text);
    if (ts.isCallExpression(node)) visitCall(node, search, uses, unclear, isNamed);
    else if (ts.isElementAccessExpression(node)) visitComputed(node, search, unclear);
    else if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && isNamed(node.text))
      for (const subject of subjectsAt(node, search))
        uses.push({ subject, node, isName: ts.isStringLiteralLike(node) });
    else if (ts.isTemplateExpression(node) && isNamed(node.getText()))
      for (const field of filterFields(node, search.checker, search.fieldsOf)) uses.push({ subject: field, node });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { uses, unclear };
}

function subjectsAt(node: ts.Identifier | ts.StringLiteralLike, search: Search): readonly Subject[] {
  const { checker, declarations, fieldsOf } = search;
  if (!ts.isNoSubstitutionTemplateLiteral(node)) {
    const passed = parameterOfRaw(node, search);
    if (passed.length > 0) return passed;
    const { symbol, receiver } = symbolAt(node, checker);
    const declared = symbol?.declarations ?? [];
    const found = declared.flatMap((declaration) => [
      ...declarations.subjectsOf(declaration, receiver),
      ...optionSubjects(node, declaration, search),
    ]);
    if (found.length > 0) return [...new Set(found)];
  }
  return ts.isStringLiteralLike(node)
    ? [
        ...selectedFields(node, checker, fieldsOf),
        ...selectedAlone(node, search),
        ...filterFields(node, checker, fieldsOf),
        ...operationNamed(node, search),
      ]
    : [];
}

/** The declaration that a name refers to, and the type whose member it is. */
function symbolAt(
  node: ts.Identifier | ts.StringLiteral,
  checker: ts.TypeChecker,
): { readonly symbol?: ts.Symbol | undefined; readonly receiver?: ts.Type | undefined } {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return {};
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
    const receiver = checker.getNonNullableType(checker.getTypeAtLocation(parent.parent));
    return { symbol: receiver.getProperty(node.text), receiver };
  }
  if ((ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === node) {
    const type = checker.getContextualType(parent.parent);
    const receiver = type && checker.getNonNullableType(type);
    return { symbol: receiver?.getProperty(node.text), receiver };
  }
  const receiver =
    ts.isPropertyAccessExpression(parent) && parent.name === node
      ? checker.getNonNullableType(checker.getTypeAtLocation(parent.expression))
      : undefined;
  return { symbol: symbolOf(node, checker), receiver };
}

/** A parameter in the options of a method of `raw`, whose type depends on what the code passes. */
function parameterOfRaw(node: ts.Identifier | ts.StringLiteral, search: Search): readonly Subject[] {
  if (!ts.isObjectLiteralElement(node.parent) || node.parent.name !== node) return [];
  let outer: ts.Node = node.parent.parent;
  while (ts.isObjectLiteralExpression(outer) || ts.isPropertyAssignment(outer)) {
    // A body has fields.
    if (ts.isPropertyAssignment(outer) && outer.name.getText() === 'body') return [];
    outer = outer.parent;
  }
  const ids = ts.isCallExpression(outer) ? namedOperations(outer, search)?.ids : undefined;
  return (ids ?? []).map((id): Subject => `parameter ${id} ${node.text}`);
}

/** An option of a credential or of a method, in the object literal of its call. */
function optionSubjects(node: ts.Node, declaration: ts.Declaration, search: Search): readonly Subject[] {
  const call = node.parent.parent?.parent;
  if (!ts.isObjectLiteralElement(node.parent) || !call || !ts.isCallExpression(call)) return [];
  const option = node.getText();
  switch (packageOf(declaration.getSourceFile())) {
    case '@syncline/auth': {
      const field = requestFieldOf(option);
      const fields: Subject[] = field && search.tokenRequest ? [`field ${search.tokenRequest}.${field}`] : [];
      return [...fields, ...schemesAt(call, search.checker, search.clients)];
    }
    case '@syncline/client': {
      const parameter = OPTION_OF.get(option);
      return parameter === undefined
        ? []
        : methodsOf(call, search).map((id): Subject => `parameter ${id} ${parameter}`);
    }
    default:
      return [];
  }
}

/** A field in the `select` of a method. If it is the only one, its type says nothing about the other fields. */
function selectedAlone(node: ts.StringLiteralLike, search: Search): readonly Subject[] {
  const option = node.parent.parent;
  const call = option.parent?.parent;
  if (!ts.isPropertyAssignment(option) || option.name.getText() !== 'select') return [];
  if (!call || !ts.isCallExpression(call)) return [];
  const records = methodsOf(call, search).map((id) => search.recordOf.get(id));
  return search
    .fieldsOf(node.text)
    .filter((field) => records.includes(recordOf(field)))
    .map((field): Subject => `field ${field}`);
}

/** The operations of the called method. */
function methodsOf(call: ts.CallExpression, { checker, declarations }: Search): readonly string[] {
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
  if (!ts.isIdentifier(name)) return [];
  const { symbol, receiver } = symbolAt(name, checker);
  const subjects = (symbol?.declarations ?? []).flatMap((declaration) =>
    declarations.subjectsOf(declaration, receiver),
  );
  return [...new Set(subjects)].flatMap((subject) => (subject.startsWith('operation ') ? subject.slice(10) : []));
}

/** An operationId in a place that accepts only operationIds, as in `explain('listHistory')`. */
function operationNamed(node: ts.StringLiteralLike, { checker, operationIds }: Search): readonly Subject[] {
  if (!operationIds.has(node.text)) return [];
  const choice = choiceAt(node, checker);
  const isOperations = choice?.types.every((part) => part.isStringLiteral() && operationIds.has(part.value));
  return isOperations ? [`operation ${node.text}`, `name ${node.text}`] : [];
}

/** `client.call('getJob')`, `raw.GET('/history')` and the functions that create credentials. */
function visitCall(
  call: ts.CallExpression,
  search: Search,
  uses: Use[],
  unclear: Unclear[],
  isNamed: (text: string) => boolean,
): void {
  const { expression } = call;
  const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(callee)) return;
  if (isNamed(callee.text)) {
    const schemes = schemesAt(call, search.checker, search.clients);
    const changed = schemes.filter((subject) => search.subjects.has(subject));
    if (!isFromEnvironment(call, search.checker)) for (const subject of schemes) uses.push({ subject, node: callee });
    else if (changed.length > 0) {
      const names = changed.map((subject) => subject.split(' ')[2]).join(' or ');
      unclear.push({ node: callee, reason: `the environment chooses the credential, which may be ${names}` });
    }
  }
  const client = isNamed(callee.text) ? clientAt(call, search.checker) : undefined;
  for (const subject of client?.subjects ?? [])
    uses.push({ subject, node: callee, ...(client && { credential: client.credential }) });
  passedOptions(call, callee, search, uses);
  const named = namedOperations(call, search);
  if (named === undefined) return;
  const { argument, ids } = named;
  if (ids === undefined) unclear.push({ node: argument, reason: 'the code does not show the operationId or the path' });
  else
    for (const id of ids) {
      uses.push({ subject: `operation ${id}`, node: argument });
      if (callee.text === 'call') uses.push({ subject: `name ${id}`, node: argument });
    }
}

/**
 * The operations that an argument of `call` or of a method of `raw` names; undefined if the code does not show them.
 */
function namedOperations(
  { expression, arguments: [first, second] }: ts.CallExpression,
  { checker, operationAt }: Search,
): { readonly argument: ts.Expression; readonly ids: readonly string[] | undefined } | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const name = expression.name.text;
  const isRequest = name === 'request';
  const isCall = name === 'call';
  if (!isCall && !isRequest && !METHODS.some((method) => method.toUpperCase() === name)) return undefined;
  const declared = checker.getSymbolAtLocation(expression.name)?.declarations ?? [];
  const from = isCall ? '@syncline/client' : 'openapi-fetch';
  if (!declared.some((declaration) => packageOf(declaration.getSourceFile()) === from)) return undefined;
  if (!isCall && !isOurs(expression.expression, checker)) return undefined;
  const argument = isRequest ? second : first;
  if (argument === undefined) return undefined;
  const texts = literalsOf(argument, checker);
  const methods = isRequest && first ? literalsOf(first, checker) : [name];
  if (isCall || texts === undefined || methods === undefined) return { argument, ids: texts };
  const ids = texts.flatMap((text) =>
    methods.flatMap((method) => operationAt.get(`${method.toUpperCase()} ${text}`) ?? []),
  );
  return { argument, ids };
}

/** Options that are in a variable instead of in the call: they may contain any parameter. */
function passedOptions(call: ts.CallExpression, callee: ts.Identifier, search: Search, uses: Use[]): void {
  if (!search.names.test(callee.text)) return;
  for (const argument of call.arguments) {
    if (ts.isObjectLiteralExpression(argument) && !argument.properties.some(ts.isSpreadAssignment)) continue;
    const type = search.checker.getTypeAtLocation(argument);
    for (const [option, parameter] of OPTION_OF)
      if (isPresent(type.getProperty(option)))
        for (const id of methodsOf(call, search))
          uses.push({ subject: `parameter ${id} ${parameter}`, node: argument });
  }
}

const isPresent = (property: ts.Symbol | undefined): boolean =>
  property !== undefined && (property.flags & ts.SymbolFlags.Optional) === 0;

/** Whether a client of openapi-fetch uses our paths and not those of another service. */
function isOurs(client: ts.Expression, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeAtLocation(client);
  const [paths] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
  const declared = paths?.symbol?.declarations ?? [];
  return declared.length === 0 || declared.some((each) => packageOf(each.getSourceFile()) === '@syncline/openapi');
}

/** The texts that an expression can evaluate to; undefined if the code does not show them. */
function literalsOf(expression: ts.Expression, checker: ts.TypeChecker): readonly string[] | undefined {
  const type = checker.getTypeAtLocation(expression);
  const parts = type.isUnion() ? type.types : [type];
  return parts.every((part) => part.isStringLiteral()) ? parts.map((part) => part.value) : undefined;
}

/** `job[name]`: a field of a changed record with a computed name. */
function visitComputed(node: ts.ElementAccessExpression, { checker, records }: Search, unclear: Unclear[]): void {
  if (ts.isLiteralExpression(node.argumentExpression)) return;
  const { symbol } = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  const declaration = symbol?.declarations?.[0];
  if (!declaration || !records.has(symbol.name) || packageOf(declaration.getSourceFile()) !== '@syncline/openapi')
    return;
  unclear.push({ node, reason: `the code does not show the name of the field of ${symbol.name}` });
}

/** The call that a use belongs to: the call of the method, or the call whose options contain the use. */
export function callOf(node: ts.Node): ts.Node | undefined {
  let outer: ts.Node = node.parent;
  while (ts.isPropertyAccessExpression(outer) || ts.isObjectLiteralExpression(outer) || ts.isPropertyAssignment(outer))
    outer = outer.parent;
  return ts.isCallExpression(outer) ? outer : undefined;
}
