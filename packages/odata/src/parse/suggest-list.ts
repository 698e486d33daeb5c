import { isPropertyName } from '../nodes/property-name.ts';

const maxLength = 1000;
const item = /^([-+]?)([^\s:+]+)(?:[\s:+]+(asc|desc|ascending|descending|[-+]?1))?$/i;

/**
 * The `$orderby` that was probably meant: directions in lower case and OData's spelling, commas between properties,
 * each property once. It is a guess, and the caller checks that it parses.
 */
export function suggestOrderBy(text: string): string | undefined {
  const names: string[] = [];
  let suggestion = '';
  for (const part of parts(text)) {
    const match = item.exec(part);
    const name = match?.[2] ?? '';
    const direction = match?.[3] ?? '';
    if (!isPropertyName(name)) return undefined;
    if (names.includes(name)) continue;
    names.push(name);
    const isDescending = match?.[1] === '-' || /^(?:d|-)/i.test(direction);
    const written = isDescending ? `${name} desc` : direction === '' ? name : `${name} asc`;
    suggestion += suggestion === '' ? written : `,${written}`;
  }
  return suggestion === '' ? undefined : suggestion;
}

/** The `$select` that was probably meant: commas between properties, and each property once. */
export function suggestSelect(text: string): string | undefined {
  const names: string[] = [];
  for (const part of parts(text))
    for (const name of part.split(/[\s+]+/)) if (name !== '' && !names.includes(name)) names.push(name);
  return names.length === 0 ? undefined : names.join(',');
}

function parts(text: string): string[] {
  const source = text.length > maxLength ? '' : text.replace(/^\??\$?(?:orderby|select)=/i, '');
  const found: string[] = [];
  for (const part of source.split(/[,;]/)) {
    const trimmed = part.trim().replace(/^["'`](.*)["'`]$/, '$1');
    if (trimmed !== '') found.push(trimmed);
  }
  return found;
}
