import { existsSync, readFileSync } from 'node:fs';
import { root, writePage } from './page.ts';

const source = new URL('packages/client/docs/errors.md', root);

/** The table of error codes lives beside the code that throws them. */
export function writeErrorCodes(): void {
  const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
  if (text === '') throw new Error('packages/client/docs/errors.md is missing: the error codes live there.');
  writePage('reference/error-codes.md', {
    title: 'Error codes',
    description: 'Which code means what, and what to do about it. Codes are stable: match on them, never on a message.',
    body: text.replace(/^# .*\n/, ''),
  });
}
