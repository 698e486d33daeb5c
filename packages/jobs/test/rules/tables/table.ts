import type { JobDefinition, LintSettings, RuleExample } from '../../../src/index.ts';

/** The jobs of one rule: those for which it has a finding, those that pass, and those that it cannot check. */
export interface RuleTable {
  readonly triggers: readonly RuleExample[];
  readonly innocent: readonly RuleExample[];
  readonly unknown: readonly RuleExample[];
}

/** The tables of several rules, by rule id. */
export type RuleTables = Readonly<Record<string, RuleTable>>;

/** A job with all its fields. */
export const whole = (job: JobDefinition, more: Omit<RuleExample, 'job'> = {}): RuleExample => ({ job, ...more });

/** A job that was read with `select`, so some fields may be missing. */
export const selected = (job: JobDefinition, more: Omit<RuleExample, 'job'> = {}): RuleExample => ({
  job,
  whole: false,
  ...more,
});

export const berlin: LintSettings = {
  cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false },
  now: new Date('2026-01-01T00:00:00Z'),
};

/** A history with the same runs for every job. */
export const runs = (count: number, ms: number): LintSettings => ({
  history: { runtimesOf: () => Array.from({ length: count }, () => ms) },
});

/** The connections of a workspace, of which one has an error and one does not say. */
export const known = {
  connections: [
    { id: 'c1', name: 'CRM', error: '' },
    { id: 'c2', name: 'Lake', error: '' },
    { id: 'c3', name: 'Broken', error: 'login failed for sync; password=hunter2;' },
    { id: 'c4', name: 'Quiet' },
  ],
};
