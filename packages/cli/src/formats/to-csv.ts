import { stringify } from 'csv-stringify/sync';
import { toJson } from './to-json.ts';

/** How rows are written as CSV. */
export interface CsvOptions {
  /** Ends each line. @default '', for a line that is printed */
  readonly lineBreak?: '\r\n' | '' | undefined;
  /** Whether a text that a spreadsheet would run as a formula is escaped, or kept unchanged. @default 'escape' */
  readonly formulas?: 'escape' | 'keep' | undefined;
}

/** What starts a formula in a spreadsheet, some of which first remove white space or read fullwidth characters. */
const startsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** The same after a place where a spreadsheet that reads no quotes begins a cell: a semicolon, or a line break. */
const startsLater = /;(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|[\r\n](?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Prints rows as CSV according to RFC 4180, for every command: a cell with a comma, a quote, CR or LF is quoted, and one
 * with another common separator, a semicolon or a tab. A text that a spreadsheet would run as a formula gets a `'` before
 * it, also within a text with a semicolon: in many countries, Excel separates the cells of a CSV file at semicolons and
 * then reads no quotes. Numbers do not change.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv(
  rows: readonly (readonly unknown[])[],
  { lineBreak = '', formulas = 'escape' }: CsvOptions = {},
): string {
  const cells = rows.map((row) =>
    row.map((cell) => {
      const text = typeof cell === 'object' && cell !== null ? toJson(cell) : String(cell ?? '');
      return formulas === 'escape' ? escapeFormulas(text, typeof cell === 'string') : text;
    }),
  );
  // By default, only the record delimiter as a whole would be quoted.
  return stringify(cells, { record_delimiter: lineBreak, quote_record_delimiter: true, quoted_match: /[;\t]/ });
}

function escapeFormulas(text: string, isText: boolean): string {
  const whole = text.replace(startsLater, "$&'");
  return isText && startsFormula.test(whole) ? `'${whole}` : whole;
}
