import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/insight/fingerprint.ts';
import { renderPage } from '../../src/report/page/render-page.ts';
import { createReport, type ReportFacts } from '../../src/report/create-report.ts';
import { needsAttention } from '../../src/report/report.ts';
import { facts, hour, now, run } from '../support/report-facts.ts';

describe('the result of a job', () => {
  test.each([
    ['succeeded', 'pass', []],
    ['warned', 'warn', ['the last run ended with a warning: WORD']],
    ['failed', 'error', ['the last run failed: WORD']],
    ['partial', 'error', ['part of the last run failed: WORD']],
    ['cancelled', 'error', ['the last run was cancelled']],
    ['unknown', 'unknown', ['the configuration does not define the status of the last run: WORD']],
  ] as const)('the last run is %s: %s', (outcome, result, because) => {
    const { jobs } = createReport(facts([run(9, { outcome: 'failed' }), run(1, { outcome, status: 'WORD' })]));
    expect(jobs).toMatchObject([{ name: 'Orders', result, because }]);
  });
  test('a last run without a status is unknown', () => {
    const { jobs } = createReport(facts([run(1, { outcome: 'unknown', status: ' ' })]));
    expect(jobs).toMatchObject([{ result: 'unknown', because: ['the last run has no status'] }]);
  });
  test('if the last run has not ended, the one before it decides the result', () => {
    const [failed] = createReport(facts([run(9, { outcome: 'failed' }), run(1, { outcome: 'running' })])).jobs;
    expect(failed?.result).toBe('error');
    const [good] = createReport(facts([run(9), run(1, { outcome: 'running' })])).jobs;
    expect(good?.result).toBe('pass');
  });
  test('the message of a run is its error, or its status if there is none', () => {
    const failed = run(1, { outcome: 'failed', error: 'disk full', status: 'FAILED' });
    expect(createReport(facts([failed])).jobs[0]?.because).toEqual(['the last run failed: disk full']);
  });
  test('the worst of run, freshness and volume counts, and every reason is given', () => {
    const earlier = Array.from({ length: 9 }, (_, index) => run(20 + index, { rows: 100 + index }));
    const { jobs } = createReport(
      facts([...earlier, run(1, { rows: 0 })], {
        freshness: [
          {
            job: 'Orders',
            result: 'error',
            missed: [now - hour],
            skipped: [],
            ageMs: hour,
            because: [],
            limits: { warn: undefined, error: undefined },
          },
        ],
      }),
    );
    expect(jobs[0]).toMatchObject({
      result: 'error',
      because: ['1 scheduled run did not start', 'the last run moved 0 rows, and 104 are usual'],
    });
  });
  test('a known job without a run is listed', () => {
    const { jobs } = createReport(facts([run(1)], { jobs: ['Idle'] }));
    expect(jobs.map(({ name, last }) => [name, last === undefined])).toEqual([
      ['Idle', true],
      ['Orders', false],
    ]);
  });
});

test('runs before the report’s period count for volume and the last run, but are not shown', () => {
  const { jobs, outcomes } = createReport(facts([run(200, { outcome: 'failed' })]));
  expect(jobs).toMatchObject([{ runs: [], last: { outcome: 'failed' }, result: 'error' }]);
  expect(outcomes).toMatchObject({ failed: 0 });
});

test('jobs that need attention come first, the others by name, and numbers in names count as numbers', () => {
  const { jobs } = createReport(
    facts([
      run(1, { job: 'b' }),
      run(1, { job: 'Job 10' }),
      run(1, { job: 'Job 9' }),
      run(1, { job: 'w', outcome: 'warned' }),
      run(1, { job: 'u', outcome: 'unknown' }),
      run(1, { job: 'z', outcome: 'failed' }),
    ]),
  );
  expect(jobs.map(({ name }) => name)).toEqual(['z', 'u', 'w', 'b', 'Job 9', 'Job 10']);
  expect(jobs.filter(needsAttention)).toHaveLength(2);
});

describe('failures', () => {
  const failed = (hoursAgo: number, error: string, job = 'Orders') => run(hoursAgo, { outcome: 'failed', error, job });
  test('are grouped by their fingerprints, the latest group first', () => {
    const { failures } = createReport(
      facts([
        failed(9, 'Login failed for user 17.'),
        failed(5, 'Disk full'),
        failed(4, 'Login failed for user 4711.', 'Customers'),
        run(3, { outcome: 'cancelled', status: 'CANCELLED' }),
        run(2),
      ]),
    );
    expect(failures.map(({ message, runs, cause }) => [message, runs.length, cause.origin])).toEqual([
      ['CANCELLED', 1, 'unknown'],
      ['Login failed for user 4711.', 2, 'unknown'],
      ['Disk full', 1, 'unknown'],
    ]);
    const [, login] = failures;
    expect(login?.id).toBe(fingerprintOf('Login failed for user 1').id);
    expect(login?.fingerprints).toEqual([{ ...fingerprintOf('Login failed for user 1'), count: 2 }]);
  });
  test('that have one cause are one group, whatever their texts are, as in `diagnose`', () => {
    const causes = [
      { origin: 'network', type: 'timeout', contains: ['timed out', 'Zeitüberschreitung'], advice: 'Wait.' },
    ];
    const runs = [failed(9, 'Timed out after 3 s'), failed(5, 'Zeitüberschreitung'), failed(4, 'Disk full')];
    const { failures } = createReport(facts(runs, { causes }));
    expect(failures.map(({ id, message, runs: own }) => [id, message, own.length])).toEqual([
      [fingerprintOf('Disk full').id, 'Disk full', 1],
      ['["network","timeout"]', 'Zeitüberschreitung', 2],
    ]);
    const page = renderPage(createReport(facts(runs, { causes })));
    expect(page).toContain('Cause: network, timeout. Wait.');
    expect(page).toContain('in 2 wordings');
    expect(page).toContain(fingerprintOf('Zeitüberschreitung').id);
  });
  test('without an error are grouped by their details', () => {
    const more = (hoursAgo: number, details: string) => run(hoursAgo, { outcome: 'failed', status: 'FAILED', details });
    const { failures } = createReport(facts([more(2, 'Table 7 is locked'), more(3, 'Table 8 is locked'), more(4, '')]));
    expect(failures.map(({ message, runs }) => [message, runs.length])).toEqual([
      ['Table 7 is locked', 2],
      ['FAILED', 1],
    ]);
  });
});

describe('volume', () => {
  const steady = Array.from({ length: 12 }, (_, index) => run(100 - index, { rows: 100 + (index % 3) }));
  test('an unusual run is found, and does not make the next unusual run look usual', () => {
    const { jobs } = createReport(
      facts([...steady, run(5, { rows: 900 }), run(4, { rows: 900 }), run(3, { rows: 101 })]),
    );
    expect(jobs[0]?.volume).toMatchObject({ outliers: 2 });
    expect(jobs[0]?.volume?.points.map(({ volume }) => volume.result).slice(-3)).toEqual(['warn', 'warn', 'pass']);
    // The volume is normal again, so the job passes.
    expect(jobs[0]?.result).toBe('pass');
  });
  test('the configuration defines what is unusual', () => {
    const runs = [...steady, run(2, { rows: 110 })];
    const outliers = (volume?: ReportFacts['volume']) =>
      createReport(facts(runs, { volume })).jobs[0]?.volume?.outliers;
    expect([outliers(), outliers({ deviations: 20 }), outliers({ minimumRuns: 13 })]).toEqual([1, 0, 0]);
  });
  test('failed runs and runs without a number of rows do not count', () => {
    const { jobs } = createReport(facts([...steady, run(2, { outcome: 'failed', rows: 0 }), run(1)]));
    expect(jobs[0]?.volume?.points).toHaveLength(12);
  });
  test('without any number of rows there is no volume', () => {
    expect(createReport(facts([run(2)])).jobs[0]?.volume).toBeUndefined();
  });
});

test('a success that starts in more than a day is not the last run, for the outcome and for the volume', () => {
  const earlier = Array.from({ length: 9 }, (_, index) => run(20 - index, { rows: 100 }));
  const future = run(-25, { key: 'future', rows: 100 });
  const judge = (last: ReturnType<typeof run>) => createReport(facts([...earlier, last, future])).jobs[0];
  expect(judge(run(1, { rows: 4 }))).toMatchObject({
    result: 'warn',
    because: ['the last run moved 4 rows, and 100 are usual'],
  });
  expect(judge(run(1, { outcome: 'failed' }))).toMatchObject({ result: 'error' });
  // The clock of the service may be ahead of this one by some hours.
  expect(createReport(facts([run(1, { outcome: 'failed' }), run(-23)])).jobs[0]).toMatchObject({ result: 'pass' });
});
