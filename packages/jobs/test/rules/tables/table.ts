import type { JobDefinition, LintSettings, RuleExample } from '../../../src/index.ts';

/** The jobs of one rule: those that it has a finding about, those that pass, and those that it cannot check. */
export interface RuleTable {
  readonly triggers: readonly RuleExample[];
  readonly innocent: readonly RuleExample[];
  readonly unknown: readonly RuleExample[];
}

/** The tables of several rules, by their ids. */
export type RuleTables = Readonly<Record<string, RuleTable>>;

/** A job that was read whole. */
export const whole = (job: JobDefinition, more: Omit<RuleExample, 'job'> = {}): RuleExample => ({ job, ...more });

/** A job that was read with `select`. */
export const selected = (job: JobDefinition, more: Omit<RuleExample, 'job'> = {}): RuleExample => ({
  job,
  whole: false,
  ...more,
});

export const berlin: LintSettings = {
  cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false },
  now: new Date('2026-01-01T00:00:00Z'),
};

/** A history in which every job has the same runs. */
export const runs = (count: number, ms: number): LintSettings => ({
  history: { runtimesOf: () => Array.from({ length: count }, () => ms) },
});
