import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Outcome, outcomes } from '../../src/index.ts';
import { prometheusText } from '../../src/metrics/index.ts';
import { now, read, run, set } from '../support/measured-runs.ts';

describe('counting', () => {
  test('counters never decrease, whatever arrives', () => {
    const anyRun = fc.record({
      key: fc.integer({ min: 1, max: 8 }).map(String),
      job: fc.constantFrom('a', 'b', 'c', '(other jobs)'),
      outcome: fc.constantFrom<Outcome>(...outcomes),
      start: fc.integer({ min: now - 1e9, max: now + 1e9 }),
      end: fc.option(fc.integer({ min: now - 1e9, max: now + 1e9 }), { nil: undefined }),
      rows: fc.option(fc.nat(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 40 }), (runs) => {
        const metrics = set({ mostJobs: 2 });
        let before = new Map<string, number>();
        for (const each of runs) {
          metrics.observeRuns([each]);
          const after = new Map<string, number>();
          for (const line of prometheusText(metrics).body.split('\n')) {
            if (/^syncline_(runs_total|run_rows|run_duration|history)/.test(line))
              after.set(line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, '')));
            if (line.startsWith('syncline_running_runs')) expect(line).not.toMatch(/ -\d/);
          }
          for (const [series, value] of before) expect(after.get(series)).toBeGreaterThanOrEqual(value);
          before = after;
        }
      }),
      { numRuns: 200, seed: 21 },
    );
  });
});

describe('bounds', () => {
  test('the stored state is limited, and a removed run no longer counts as running', () => {
    const metrics = set();
    metrics.observeRuns([run('first', { outcome: 'running' })]);
    metrics.observeRuns(Array.from({ length: 100_000 }, (_, index) => run(`${index}`)));
    expect(read(metrics, 'syncline_running_runs{job_name="Orders"}')).toBe('0');
  });
});
