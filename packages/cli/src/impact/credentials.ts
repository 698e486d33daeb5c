import ts from 'typescript';
import { explain } from '@syncline/auth';
import { operations, securitySchemes, type OperationId, type SecuritySchemeId } from '@syncline/openapi';
import type { SecurityScheme } from '../generate/model.ts';
import { packageOf, symbolOf, withoutAlias } from './declarations.ts';
import { parameterSent } from './sent.ts';
import type { Subject } from './subject.ts';

/** The functions of @syncline/auth that create a credential, and the schemes for which `explain` suggests them. */
const schemesOfFactory = new Map<string, Set<string>>();
for (const id of Object.keys(operations) as OperationId[]) {
  for (const { scheme, factory } of explain(id).allowed) {
    for (const [, name = ''] of factory.matchAll(/(\w+)\(/g))
      schemesOfFactory.set(name, (schemesOfFactory.get(name) ?? new Set()).add(scheme));
  }
}
// A personal access token is used as the password of Basic authentication.
schemesOfFactory.get('basic')?.add('personalAccessToken');

const interfacesOf = (scheme: string): readonly string[] => [
  ...new Set(
    Object.values(operations)
      .filter(({ security }) => (security as readonly string[]).includes(scheme))
      .map((operation) => operation.interface),
  ),
];

/** The interface of each function that creates a client. */
export const CLIENTS: Readonly<Record<string, string>> = {
  createODataClient: 'odata',
  createV2Client: 'v2',
  createCloudClient: 'cloud',
};

/** The names that a search for credentials looks for. */
export const CREDENTIAL_NAMES: readonly string[] = [
  ...schemesOfFactory.keys(),
  'fromEnvironment',
  ...Object.keys(CLIENTS),
];

/**
 * The interfaces that a call in the code creates a credential for, as far as the code shows: the credential is in the
 * options of a client, or in a constant that is used there.
 */
export function findClientCredentials(
  files: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
): ReadonlyMap<ts.Node, ReadonlySet<string>> {
  const found = new Map<ts.Node, Set<string>>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = functionName(node, checker, '@syncline/client');
      const client = name === undefined ? undefined : CLIENTS[name];
      const [options] = node.arguments;
      if (client !== undefined && options && ts.isObjectLiteralExpression(options)) {
        const made = options.properties.map((property) => credentialIn(property, checker)).find(Boolean);
        if (made) found.set(made, (found.get(made) ?? new Set()).add(client));
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) if (/create(OData|V2|Cloud)Client/.test(file.text)) visit(file);
  return found;
}

/** Whether a credential of @syncline/auth is made for a scheme; a document of others may have schemes of its own. */
export const isKnownScheme = (scheme: string): boolean =>
  [...schemesOfFactory.values()].some((schemes) => schemes.has(scheme));

/**
 * How a credential is sent, as far as two that are sent in different ways are never the same: `basic`, `bearer`, or an
 * API key and its place. A key in the header `Authorization` may be any of them.
 */
export function kindOf({ type, scheme = '', in: location, name = '' }: SecurityScheme): string | undefined {
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer';
  if (type === 'http') return scheme.toLowerCase();
  return type === 'apiKey' && name.toLowerCase() !== 'authorization' ? `key in ${location ?? ''}` : undefined;
}

/** The same for the credentials that @syncline/auth makes. */
export function kindsOfKnown(scheme: string): string | undefined {
  const known = Object.hasOwn(securitySchemes, scheme) ? securitySchemes[scheme as SecuritySchemeId] : undefined;
  if (known === undefined || known.in === null) return undefined;
  return known.scheme === 'apiKey' ? `key in ${known.in}` : known.scheme === 'basic' ? 'basic' : 'bearer';
}

/** The schemes of a client's credential; `unknown` if the code does not show them. */
export type ClientCredential = readonly string[] | 'nothing' | 'unknown';

/** The client that a call creates, and the credential that it has. */
export function clientAt(
  call: ts.CallExpression,
  checker: ts.TypeChecker,
): { readonly subjects: readonly Subject[]; readonly credential: ClientCredential } | undefined {
  const client = CLIENTS[functionName(call, checker, '@syncline/client') ?? ''];
  if (client === undefined) return undefined;
  const sent = parameterSent(call, ['credential'], checker);
  return {
    subjects: [
      `client ${client}`,
      ...(parameterSent(call, ['tables'], checker) === 'nothing' ? [] : [`client own` as const]),
    ],
    credential: typeof sent === 'object' ? schemesMadeBy(sent.node, checker) : sent,
  };
}

function schemesMadeBy(node: ts.Node, checker: ts.TypeChecker): ClientCredential {
  const symbol = ts.isIdentifier(node)
    ? ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)
    : undefined;
  const made = symbol === undefined ? node : initializerOf(symbol, checker);
  const name = made && ts.isCallExpression(made) ? functionName(made, checker, '@syncline/auth') : undefined;
  const schemes = schemesOfFactory.get(name ?? '');
  return schemes === undefined ? 'unknown' : [...schemes];
}

function credentialIn(property: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): ts.Node | undefined {
  if (property.name?.getText() !== 'credential') return undefined;
  if (ts.isPropertyAssignment(property)) return madeBy(property.initializer, checker);
  if (!ts.isShorthandPropertyAssignment(property)) return undefined;
  return initializerOf(checker.getShorthandAssignmentValueSymbol(property), checker);
}

function madeBy(value: ts.Expression, checker: ts.TypeChecker): ts.Node | undefined {
  return ts.isIdentifier(value) ? initializerOf(checker.getSymbolAtLocation(value), checker) : value;
}

function initializerOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Node | undefined {
  const declaration = withoutAlias(symbol, checker)?.valueDeclaration;
  return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

/**
 * The security schemes that a call of @syncline/auth uses. If the code does not show which client the credential is
 * for, it counts for every interface that accepts it.
 */
export function schemesAt(
  call: ts.CallExpression,
  checker: ts.TypeChecker,
  clients: ReadonlyMap<ts.Node, ReadonlySet<string>>,
): readonly Subject[] {
  const name = functionName(call, checker, '@syncline/auth');
  if (name === undefined) return [];
  if (name === 'fromEnvironment') {
    const [argument] = call.arguments;
    const interfaces = argument && ts.isStringLiteralLike(argument) ? [argument.text] : Object.values(CLIENTS);
    return (Object.keys(securitySchemes) as SecuritySchemeId[]).flatMap((scheme) =>
      interfacesOf(scheme)
        .filter((each) => interfaces.includes(each))
        .map((each): Subject => `scheme ${each} ${scheme}`),
    );
  }
  const known = clients.get(call);
  return [...(schemesOfFactory.get(name) ?? [])].flatMap((scheme) =>
    interfacesOf(scheme)
      .filter((each) => known?.has(each) ?? true)
      .map((each): Subject => `scheme ${each} ${scheme}`),
  );
}

/** Whether the call reads the credential from environment variables. */
export function isFromEnvironment(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  return functionName(call, checker, '@syncline/auth') === 'fromEnvironment';
}

/** The original name of the called function, even if the code imports it under another name. */
export function functionName(call: ts.CallExpression, checker: ts.TypeChecker, from: string): string | undefined {
  const { expression } = call;
  const symbol = symbolOf(ts.isPropertyAccessExpression(expression) ? expression.name : expression, checker);
  const declaration = symbol?.declarations?.find(ts.isFunctionDeclaration);
  return declaration && packageOf(declaration.getSourceFile()) === from ? declaration.name?.text : undefined;
}

/** The field of a token request that an option of a credential sets, such as `client_id` for `clientId`. */
export function requestFieldOf(option: string): string | undefined {
  const { form } = securitySchemes.clientCredentials;
  return option === 'clientId' || option === 'clientSecret' ? form[option] : undefined;
}
