import { securitySchemes } from '@syncline/openapi';

const all = Object.values(securitySchemes);
const namesIn = (where: 'header' | 'query'): string[] =>
  all.flatMap(({ in: place, name }) => (place === where && name ? [name.toLowerCase()] : []));
const headers = new Set(['cookie', 'set-cookie', 'proxy-authorization', ...namesIn('header')]);
const parameters = new Set([...namesIn('query'), securitySchemes.clientCredentials.form.clientSecret, 'access_token']);
const templates = all.flatMap(({ nameTemplate }) =>
  nameTemplate ? [new RegExp(`^${nameTemplate.replace('{vendor}', '.+')}$`, 'i')] : [],
);

/**
 * Whether a header may carry a secret according to the security schemes of the documents: `Authorization`,
 * `x-<vendor>-authtoken` for any vendor, and cookies. Only the credential knows a header that you named yourself
 * (`apiKeyHeader({ name })`), so use its `scrub` as well.
 *
 * @example
 * ```ts
 * import { isSecretHeader } from '@syncline/auth';
 *
 * isSecretHeader('X-Acme-AuthToken'); // true
 * ```
 */
export function isSecretHeader(name: string): boolean {
  return headers.has(name.toLowerCase()) || templates.some((template) => template.test(name));
}

/**
 * Whether a query parameter or form field carries a secret according to the security schemes of the documents:
 * `@authtoken`, `client_secret`, `access_token`.
 *
 * @example
 * ```ts
 * import { isSecretParameter } from '@syncline/auth';
 *
 * isSecretParameter('@authtoken'); // true
 * ```
 */
export function isSecretParameter(name: string): boolean {
  return parameters.has(name.toLowerCase());
}
