import { isODataSyntaxError, parseFilter, parseOrderBy, parseSelect } from '@syncline/odata';
import type { Input } from './inputs.ts';

/** The syntax error of a text, with a caret under its place; undefined if there is none. */
export function check(kind: Input['check'], text: string): string | undefined {
  if (kind === undefined || text.trim() === '') return undefined;
  try {
    if (kind === 'filter') parseFilter(text);
    else if (kind === 'orderBy') parseOrderBy(text);
    else parseSelect(text);
    return undefined;
  } catch (error) {
    return isODataSyntaxError(error) ? error.message : String(error);
  }
}
