import { counted, formatCount } from '@syncline/core/internal';
import { type Outcome, outcomes } from '@syncline/runs';
import type { View } from './style.ts';

/** Every outcome, the most urgent first. */
const urgency: readonly Outcome[] = outcomes.toReversed();

/** Orders outcomes by urgency. */
export function compareUrgency(left: Outcome, right: Outcome): number {
  return urgency.indexOf(left) - urgency.indexOf(right);
}

/** The count of each outcome, such as `2 failed`, the most urgent first. */
export function countOutcomes(
  all: readonly Outcome[],
  show = (_outcome: Outcome, text: string): string => text,
): readonly string[] {
  return urgency.flatMap((outcome) => {
    const count = all.filter((each) => each === outcome).length;
    return count === 0 ? [] : [show(outcome, `${formatCount(count)} ${outcome}`)];
  });
}

/** The rows that a table shows, and how many it leaves out. */
export interface FoldedRows<Row> {
  readonly rows: readonly Row[];
  readonly left: number;
}

/** The lines below and above the rows of a table: its heading, the answer, what is left out, and the next prompt. */
const otherLines = 4;

/**
 * Chooses the rows of a table for people. On a terminal, the most urgent row is the last one, next to the prompt, and the
 * rows that are well are left out if not all fit. Elsewhere, nothing is left out, and the most urgent row is the first.
 *
 * @param rows - the most urgent first
 * @param isAll - whether a person asked for all rows
 */
export function foldRows<Row>(
  rows: readonly Row[],
  isWell: (row: Row) => boolean,
  { height }: Pick<View, 'height'>,
  isAll: boolean,
): FoldedRows<Row> {
  if (height === undefined) return { rows, left: 0 };
  const shown = isAll || rows.length + otherLines <= height ? rows : rows.filter((row) => !isWell(row));
  return { rows: shown.toReversed(), left: rows.length - shown.length };
}

/** The newest rows that fit on a terminal. Elsewhere, and if a person asked for all rows, nothing is left out. */
export function foldOldRows<Row>(
  rows: readonly Row[],
  { height }: Pick<View, 'height'>,
  isAll: boolean,
): FoldedRows<Row> {
  if (height === undefined || isAll || rows.length + otherLines <= height) return { rows, left: 0 };
  const shown = rows.slice(0, Math.max(1, height - otherLines));
  return { rows: shown, left: rows.length - shown.length };
}

/** How many of all jobs or runs something is true of. */
export interface Counted {
  readonly count: number;
  /** What is true of one, and of several: `was cancelled`, `were cancelled` */
  readonly phrases: readonly [one: string, several: string];
}

/** What is true of one and of several, for each of some words. */
export type Phrases<Word> = readonly (readonly [Word, one: string, several: string])[];

const phrases: Phrases<Outcome> = [
  ['failed', 'failed', 'failed'],
  ['partial', 'partly failed', 'partly failed'],
  ['cancelled', 'was cancelled', 'were cancelled'],
  ['unknown', 'ended with an unknown status', 'ended with an unknown status'],
  ['warned', 'ended with a warning', 'ended with a warning'],
  ['succeeded', 'succeeded', 'succeeded'],
  ['running', 'is running', 'are running'],
];

/** Whether nothing needs attention. */
export function isWell(outcome: Outcome): boolean {
  return outcome === 'succeeded' || outcome === 'running';
}

/** How many there are of each word. */
export function countPhrases<Word>(all: readonly Word[], known: Phrases<Word>): readonly Counted[] {
  return known.map(([word, ...words]) => ({ count: all.filter((each) => each === word).length, phrases: words }));
}

/** How many there are of each outcome. If something needs attention, those that are well are left out. */
export function countedOutcomes(all: readonly Outcome[]): readonly Counted[] {
  const parts = countPhrases(all, phrases);
  return all.every(isWell) ? parts : parts.slice(0, -2);
}

/**
 * The answer below a table: `5 of 36 jobs failed, 2 were cancelled. Next: syncline diagnose Orders`.
 *
 * @param all - how many jobs or runs there are
 * @param next - the next command, without `syncline`; undefined if nothing needs attention
 */
export function answerLines(
  all: number,
  parts: readonly Counted[],
  next: string | undefined,
  { width }: Pick<View, 'width'>,
  noun = 'job',
): readonly string[] {
  const [first, ...rest] = parts.filter(({ count }) => count > 0);
  if (first === undefined) return [];
  const phrase = ({ count, phrases: [one, several] }: Counted): string => (count === 1 ? one : several);
  const more = rest.map((part) => `, ${formatCount(part.count)} ${phrase(part)}`).join('');
  const share = first.count === all && all > 1 ? 'All' : `${formatCount(first.count)} of`;
  return withNext(`${share} ${counted(all, noun)} ${phrase(first)}${more}.`, next, width);
}

/** A sentence and the next command, which is on a line of its own if the terminal would break it. */
export function withNext(sentence: string, next: string | undefined, width: number | undefined): readonly string[] {
  if (next === undefined) return [sentence];
  const command = `Next: syncline ${next}`;
  return width !== undefined && sentence.length + 1 + command.length > width
    ? [sentence, command]
    : [`${sentence} ${command}`];
}

/** A name as a word of a shell command. */
export function shellWord(name: string): string {
  return /^[\w.:@%+-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
