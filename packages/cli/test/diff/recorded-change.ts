import { operations as table } from '@syncline/openapi';

/** One change to the description, and the result that `syncline diff` must report. */
export interface RecordedChange {
  readonly title: string;
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly bump: 'patch' | 'minor' | 'major';
  readonly operations: readonly string[];
  readonly fields: readonly string[];
  /** The labels of the lines of the consumer's program that `syncline impact` must show. */
  readonly lines: readonly string[];
}

export const job = ['getJob'];
export const history = ['listHistory'];
export const workspaces = ['listWorkspaces'];
export const all = (name: string): readonly string[] =>
  Object.values(table).flatMap((operation) => (operation.interface === name ? [operation.id] : []));
export const v2 = all('v2');
export const odata = all('odata');

export const change = (
  title: string,
  bump: RecordedChange['bump'],
  operations: readonly string[],
  fields: readonly string[],
  file: string,
  from: string | RegExp,
  to: string,
  lines: readonly string[] = [],
): RecordedChange => ({ title, file, from, to, bump, operations, fields, lines });
