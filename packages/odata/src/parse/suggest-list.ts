import { isPropertyName } from '../nodes/property-name.ts';

const maxLength = 1000;
const item = /^([-+]?)([^\s:+]+)(?:[\s:+]+(asc|desc|ascending|descending|[-+]?1))?$/i;

/**
 * The `$orderby` that was probably meant: directions in lower case and as OData spells them, commas between properties,
 * each property once. It is a guess, and the caller checks that it parses.
 */
export function suggestOrderBy(text: string): string | undefined {
  const seen = new Set<string>();
  const items = parts(text).map((part) => {
    const [, sign = '', name = '', direction = ''] = item.exec(part) ?? [];
    if (!isPropertyName(name)) return undefined;
    if (seen.has(name)) return '';
    seen.add(name);
    const isDescending = sign === '-' || /^(?:d|-)/i.test(direction);
    return isDescending ? `${name} desc` : direction === '' ? name : `${name} asc`;
  });
  return joined(items);
}

/** The `$select` that was probably meant: commas between properties, and each property once. */
export function suggestSelect(text: string): string | undefined {
  return joined([...new Set(parts(text).flatMap((part) => part.split(/[\s+]+/)))]);
}

function parts(text: string): string[] {
  const source = text.length > maxLength ? '' : text.replace(/^\??\$?(?:orderby|select)=/i, '');
  return source
    .split(/[,;]/)
    .map((part) => part.trim().replace(/^["'`](.*)["'`]$/, '$1'))
    .filter((part) => part !== '');
}

function joined(items: readonly (string | undefined)[]): string | undefined {
  return items.length === 0 || items.includes(undefined) ? undefined : items.filter((one) => one !== '').join(',');
}
