import { OTHERS } from './others.ts';
import { REQUESTS } from './requests.ts';
import { RESPONSES } from './responses.ts';

/** One check of oasdiff, and how `syncline diff` rates the change that it finds. */
export interface CheckRow {
  readonly check: string;
  /** What oasdiff says: `ERR`, `WARN` or `INFO`. */
  readonly level: string;
  /** What we say: `major`, `minor`, `patch` or `none`. */
  readonly bump: string;
  /** Why the ratings differ, or an empty text if they do not. */
  readonly reason: string;
}

const parse = (text: string): readonly CheckRow[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [check = '', level = '', bump = '', ...reason] = line.split(' ');
      return { check, level, bump, reason: reason.join(' ') };
    });

/** All checks that oasdiff documents, by what they are about. */
export const CHECKS = {
  requests: parse(REQUESTS),
  responses: parse(RESPONSES),
  others: parse(OTHERS),
} as const;
