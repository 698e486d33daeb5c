import type { Body, Document, Parameter, Schema } from './model.ts';
import { resolve } from './schemas.ts';

/** How a query parameter is written, as the tables have it. */
export interface QueryStyle {
  readonly sent: string;
  readonly style: string;
  readonly separator: string;
}

const SEPARATORS: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '|' };

/** How a query parameter is written; undefined if it is its name and value, repeated for each item of a list. */
export function styleOf(document: Document, parameter: Parameter): QueryStyle | undefined {
  const { name, style: given = 'form', explode = given === 'form', schema = {}, content } = parameter;
  // Such a character would end the name or the query. A client writes `$filter` as it is.
  const sent = name.replaceAll(/[^\w.~!$'()*,;:@/?[\]-]+/g, encodeURIComponent);
  const types = [resolve<Schema>(document, schema as never).type ?? 'any'].flat();
  const mayBe = (other: RegExp): boolean => types.some((type) => !other.test(type));
  const isJoined = !explode && mayBe(/^(string|number|integer|boolean|null)$/);
  const separator = (isJoined && SEPARATORS[given]) || '';
  const style = content !== undefined && isJson(content) ? 'json' : given;
  const isUsual = sent === name && separator === '' && style !== 'json';
  return isUsual && !mayBe(/^(string|number|integer|boolean|null|array)$/) ? undefined : { sent, style, separator };
}

/** Whether a content has a JSON media type. */
export function isJson(content: NonNullable<Body['content']>): boolean {
  return Object.keys(content).some((type) => /^application\/(.+\+)?json\b/.test(type));
}
