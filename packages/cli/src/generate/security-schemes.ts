import { GenerateError } from './generate-error.ts';
import type { Description, SecurityScheme } from './model.ts';
import type { Names } from './names.ts';
import { HEADER, Name, printDoc, printValue } from './print.ts';

/** Prints how the credential of each security scheme is sent. `null` marks what the description does not say. */
export function printSecuritySchemes(descriptions: readonly Description[], names: Names): string {
  const entries = new Map<string, object>();
  const tokenRequests = new Map<string, string>();
  for (const { document, file } of descriptions) {
    for (const [name, scheme] of Object.entries(document.components?.securitySchemes ?? {})) {
      const entry = entryOf(scheme);
      if (entries.has(name) && JSON.stringify(entries.get(name)) !== JSON.stringify(entry)) {
        throw new GenerateError([
          {
            file,
            line: 0,
            reason: `its security scheme ${name} differs from the one of that name in another document`,
          },
        ]);
      }
      entries.set(name, entry);
      if (scheme.type === 'oauth2') tokenRequests.set(name, printTokenRequest(name, scheme, names));
    }
  }
  const constants = [...entries].map(
    ([name, entry]) =>
      `${tokenRequests.get(name) ?? ''}${printDoc(docOf(name))}export const ${names.scheme(name)} = ${printValue(entry, 0)} as const;\n`,
  );
  const schemes = Object.fromEntries([...entries.keys()].map((name) => [name, new Name(names.scheme(name))]));
  return `${HEADER}
${constants.join('\n')}
/**
 * How the credential of each security scheme is sent, by the name of the scheme. A program that needs only one imports
 * that const.
 */
export const securitySchemes = ${printValue(schemes)} as const;

/** The name of a security scheme. */
export type SecuritySchemeId = keyof typeof securitySchemes;
`;
}

const docOf = (name: string): string =>
  `How the credential of the security scheme ${name} is sent. \`null\` marks what the description does not show.`;

/**
 * Separate constants, so that a program that only requests tokens does not load the rest of the scheme, and the form only
 * with the first request. The scheme repeats their values: bundlers keep a read of another const's property, even if
 * nothing uses it.
 */
function printTokenRequest(name: string, scheme: SecurityScheme, names: Names): string {
  const print = (what: string, constant: string, value: unknown): string =>
    `${printDoc(`The ${what} of the token request of the security scheme ${name}.`)}export const ${constant} = ${printValue(value, 0)} as const;\n\n`;
  return print('path', names.tokenPath(name), tokenPathOf(scheme)) + print('form', names.tokenForm(name), FORM);
}

function entryOf(scheme: SecurityScheme): object {
  const openQuestion = [scheme['x-open-question'] ?? null].flat()[0] ?? null;
  const documented = (key: 'in' | 'name'): string | null =>
    scheme['x-not-shown']?.includes(key) ? null : (scheme[key] ?? null);
  switch (scheme.type) {
    case 'apiKey': {
      const nameTemplate = scheme['x-name-template'] ?? null;
      return {
        scheme: 'apiKey',
        in: documented('in'),
        name: nameTemplate === null ? documented('name') : null,
        nameTemplate,
        openQuestion,
      };
    }
    case 'oauth2':
      return {
        scheme: 'oauth2',
        in: 'header',
        name: 'Authorization',
        nameTemplate: null,
        tokenPath: tokenPathOf(scheme),
        authorizationPath: pathOf(scheme['x-authorization-url']),
        form: FORM,
        openQuestion,
      };
    case 'mutualTLS':
      // The connection carries the certificate, not the request.
      return { scheme: 'mutualTLS', in: null, name: null, nameTemplate: null, openQuestion };
    default:
      return {
        scheme: scheme.scheme?.toLowerCase() ?? scheme.type,
        in: 'header',
        name: 'Authorization',
        nameTemplate: null,
        openQuestion,
      };
  }
}

/** The fields of the client credentials grant (RFC 6749 sections 2.3.1 and 4.4.2). */
const FORM = { grant_type: 'client_credentials', clientId: 'client_id', clientSecret: 'client_secret' };

const tokenPathOf = (scheme: SecurityScheme): string | null => pathOf(scheme.flows?.clientCredentials?.tokenUrl);

function pathOf(url: string | undefined): string | null {
  return url === undefined ? null : new URL(url, 'https://auth-url.invalid').pathname;
}
