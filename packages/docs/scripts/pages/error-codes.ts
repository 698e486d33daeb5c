import { existsSync, readFileSync } from 'node:fs';
import { errorCodes, replaceBetweenMarkers, table } from '../../../../scripts/error-table.ts';
import { errorAddress } from './error-pages.ts';
import { code, root, writePage } from './page.ts';

const source = new URL('packages/client/docs/errors.md', root);

/**
 * Writes the reference of error codes from the client's documentation. Its table has a page for each code here, so the
 * site's table needs fewer columns.
 */
export function writeErrorCodes(): void {
  const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
  if (text === '')
    throw new Error('packages/client/docs/errors.md is missing. Restore it from git: this page is made from it.');
  const codes = table(
    ['Code', 'What happened', 'What to do'],
    errorCodes.map((row) => [`[${code(row.code)}](${errorAddress(row.code)})`, row.meaning, row.remedy]),
  );
  writePage('reference/error-codes.md', {
    title: 'Error codes',
    description:
      'What each code means, and what to do about it. Codes are stable: compare the code, never the message.',
    body: replaceBetweenMarkers('packages/client/docs/errors.md', text, codes).replace(/^# .*\n/, ''),
  });
}
