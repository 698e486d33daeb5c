import { existsSync, readFileSync } from 'node:fs';
import { root, writePage } from './page.ts';

const source = new URL('packages/client/docs/errors.md', root);

/** Writes the reference of error codes from the client's documentation, whose table `npm run generate` writes. */
export function writeErrorCodes(): void {
  const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
  if (text === '')
    throw new Error('packages/client/docs/errors.md is missing. Restore it from git: this page is made from it.');
  writePage('reference/error-codes.md', {
    title: 'Error codes',
    description:
      'What each code means, and what to do about it. Codes are stable: match on a code, never on a message.',
    body: text.replace(/^# .*\n/, ''),
  });
}
