import { readFileSync } from 'node:fs';
import type { CronCase, Evaluator } from './evaluators/evaluators.ts';

type Differences = Readonly<Record<Evaluator['name'], 'refused' | 'other times'>>;

/** One line of `cron-table.jsonl`. */
export interface CronRow extends CronCase {
  /** The next ten times after the start, or all that there are. */
  readonly next: readonly string[];
  /** The evaluators that were asked. */
  readonly asked: readonly Evaluator['name'][];
  /** The evaluators that do not return these times. */
  readonly differ?: Differences;
  /** The document by which the times are right, and why; where evaluators differ. */
  readonly right?: 'crontab(5)' | 'Quartz';
  readonly because?: string;
}

/** The moment after which the times of the table begin. It is a Sunday. */
export const tableStart = Date.parse('2026-03-01T00:00:00Z');

/**
 * Cron expressions with their times in UTC. `test/slow/cron-evaluators.test.ts` compares them with evaluators of others.
 * The documents are crontab(5) of Debian, and the tutorial "CronTrigger" of Quartz.
 */
export const cronTable = readFileSync(`${import.meta.dirname}/cron-table.jsonl`, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as CronRow);
