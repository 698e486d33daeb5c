import type { LocatedOperation } from '../documents.ts';

/** The part of a sent request from which the call of `raw` is written. */
interface SentRequest {
  readonly url: URL;
  readonly body: string;
}

/**
 * The call that sends the same request through `raw`.
 *
 * @returns undefined for the token request, which no client sends through `raw`
 */
export function rawCallOf({ interface: name, method, path, operation }: LocatedOperation, sent: SentRequest) {
  if (operation.operationId === 'createToken') return undefined;
  const query = Object.fromEntries(sent.url.searchParams);
  const params = { ...part('path', pathValues(path, sent.url.pathname)), ...part('query', query) };
  const init = { ...part('params', params), ...(sent.body === '' ? {} : { body: JSON.parse(sent.body) as unknown }) };
  const more = Object.keys(init).length === 0 ? '' : `, ${print(init, '')}`;
  return `const { data } = await ${name}.raw.${method}(${quote(path)}${more});`;
}

/** The values of the parameters in a path, decoded. */
function pathValues(template: string, pathname: string): Readonly<Record<string, string>> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = template.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\\\{\w+\\\}/g, '([^/]+)');
  const [, ...values] = new RegExp(`${pattern}$`).exec(pathname) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

const part = (name: string, value: object): Readonly<Record<string, object>> =>
  Object.keys(value).length === 0 ? {} : { [name]: value };

const quote = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

/** A value as a program writes it: short objects on one line. */
function print(value: unknown, indent: string): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const within = `${indent}  `;
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[\w$]+$/.test(name) ? name : quote(name)}: ${print(member, within)}`,
  );
  const line = `{ ${members.join(', ')} }`;
  return line.length <= 50 && !line.includes('\n') && indent !== ''
    ? line
    : `{\n${members.map((member) => `${within}${member},\n`).join('')}${indent}}`;
}
