import { createHash } from 'node:crypto';
import { RefusalError } from '../refusal/refusal-error.ts';

/** Writes a cursor. @param args - the arguments of the call, without the cursor */
export function writeCursor(numbers: readonly number[], args: object): string {
  return `${numbers.join('.')}-${digestOf(args)}`;
}

/**
 * Reads a cursor of a call with the same arguments.
 *
 * @param count - the number of values in the cursor
 * @returns undefined if there is none
 * @throws {RefusalError} when it is not a cursor, or belongs to other arguments
 */
export function readCursor(cursor: string | undefined, args: object, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined;
  const [, list = '', digest] = /^(\d{1,15}(?:\.\d{1,15}){0,3})-([0-9a-f]{12})$/.exec(cursor) ?? [];
  const numbers = list.split('.').map(Number);
  if (digest === undefined || numbers.length !== count || digest !== digestOf(args))
    throw new RefusalError(
      'The cursor does not belong to these arguments. Repeat the arguments of the call that returned it, or leave it out.',
    );
  return numbers;
}

function digestOf(args: object): string {
  const sorted = Object.entries(args)
    .filter(([name, value]) => name !== 'cursor' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12);
}
