import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/generate/random.ts';
import { createAgenda } from '../../src/life/agenda.ts';
import { createClock } from '../../src/life/clock.ts';
import { readCron } from '../../src/life/cron.ts';
import { parseDuration } from '../../src/life/duration.ts';
import { formatRuntime, viewRun } from '../../src/life/render.ts';
import { createRunner, nextChange, planRun } from '../../src/life/run.ts';
import { planTasks, type TaskRunner } from '../../src/life/tasks.ts';
import { checkScript, defaultWeights, drawByWeight, type Outcome } from '../../src/life/script.ts';

describe('parseDuration', () => {
  it.each([
    ['6h', 21_600_000],
    ['1h30m', 5_400_000],
    ['1d12h', 129_600_000],
    ['250ms', 250],
    ['1.5s', 1500],
    [' 2m ', 120_000],
    [42, 42],
    [0, 0],
  ])('reads %j as %d ms', (text, want) => {
    expect(parseDuration(text)).toBe(want);
  });

  it.each([
    '',
    '6',
    'h',
    '-1h',
    '6 h',
    '1h-30m',
    'Infinity',
    '1e3s',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    null,
  ])('refuses %j', (text) => {
    expect(() => parseDuration(text as string)).toThrow(/^duration: /);
  });
});

describe('createClock', () => {
  it('stands still until it is moved, and tells who listens', () => {
    const clock = createClock({ start: '2026-03-01T00:00:00Z', running: false });
    const heard: string[] = [];
    const stop = clock.onAdvance(() => heard.push(clock.now().toISOString()));
    clock.advance('6h');
    stop();
    clock.advance(1);
    expect(heard).toEqual(['2026-03-01T06:00:00.000Z']);
    expect(clock.now().toISOString()).toBe('2026-03-01T06:00:00.001Z');
  });

  it('runs by itself, and on from where it was moved to', async () => {
    const clock = createClock({ start: 0, running: true });
    clock.advance('1h');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(3_600_020);
    expect(clock.now().getTime()).toBeLessThan(3_660_000);
  });

  it('refuses a start that is no date, and to leave the range of dates', () => {
    expect(() => createClock({ start: 'yesterday' })).toThrow('clock.start: "yesterday" is no date');
    const clock = createClock({ start: 0, running: false });
    expect(() => clock.advance(9e15)).toThrow('leaves the range of dates');
    expect(clock.now().getTime()).toBe(0);
  });
});

describe('readCron', () => {
  const from = Date.parse('2026-05-05T10:10:10Z');
  it.each([
    ['*/5 * * * *', '2026-05-05T10:15:00.000Z'],
    ['0 0 2 * * ?', '2026-05-06T02:00:00.000Z'],
    ['30 4 1 * *', '2026-06-01T04:30:00.000Z'],
    ['@daily', '2026-05-06T00:00:00.000Z'],
    ['0 9 * * MON-FRI', '2026-05-06T09:00:00.000Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
    ['*/10 * * * * *', '2026-05-05T10:10:20.000Z'],
  ])('finds the next time of %s', (text, want) => {
    expect(new Date(readCron(text).next(from)!).toISOString()).toBe(want);
  });

  it('knows a schedule that never comes due', () => {
    expect(readCron('0 0 31 2 *').next(from)).toBeUndefined();
  });

  it.each(['', 'daily', '99 * * * *', '* * * *', '0 0 2 * * MONDAY-ISH'])('refuses %j with one line', (text) => {
    expect(() => readCron(text)).toThrow(/^".*" is no cron string \([^\n]+\)$/);
  });
});

describe('createAgenda', () => {
  it('gives entries back by time, equal times in the order of adding', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const agenda = createAgenda<readonly [number, number]>();
        times.forEach((at, rank) => agenda.add(at, [at, rank]));
        const taken: (readonly [number, number])[] = [];
        while (agenda.due() !== Number.POSITIVE_INFINITY) taken.push(agenda.take()!);
        expect(taken).toEqual(
          times.map((at, rank) => [at, rank] as const).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]),
        );
        expect(agenda.take()).toBeUndefined();
      }),
    );
  });
});

describe('a script', () => {
  it('draws outcomes by their weights', () => {
    const random = createRandom(1);
    const draw = drawByWeight({ success: 3, stuck: 1 });
    const drawn = Array.from({ length: 10_000 }, () => draw(random));
    expect(new Set(drawn)).toEqual(new Set(['success', 'stuck']));
    expect(drawn.filter((outcome) => outcome === 'stuck').length / 10_000).toBeCloseTo(0.25, 1);
  });

  it.each([
    ['script.outcomes: "ok" is no outcome', { outcomes: { ok: 1 } }],
    ['script.outcomes.failed: the weight -1 is not zero or more', { outcomes: { failed: -1 } }],
    ['script.outcomes: no outcome weighs more than zero', { outcomes: { success: 0 } }],
    ['script.jobs["A"]: give at least one outcome', { jobs: { A: [] } }],
    ['script.jobs["A"]: "done" is no outcome', { jobs: { A: ['success', 'done'] } }],
  ])('is refused: %s', (message, script) => {
    expect(() => checkScript(script as never)).toThrow(message);
  });
});

describe('a run', () => {
  const outcomes = Object.keys(defaultWeights) as Outcome[];
  const runs = fc
    .record({
      id: fc.string(),
      period: fc.integer({ min: 60_000, max: 604_800_000 }),
      start: fc.integer({ min: 0, max: 4e12 }),
      seed: fc.maxSafeInteger(),
      outcome: fc.constantFrom(...outcomes),
    })
    .map(({ id, period, start, seed, outcome }) =>
      planRun(createRunner({ jobId: id, jobName: id, source: 's' }, period, seed), start, seed, outcome),
    );

  it('only ever moves on: rows and tasks grow, and it ends once', () => {
    fc.assert(
      fc.property(runs, (run) => {
        let at = run.startMs;
        let rows = 0;
        for (let steps = 0; at !== Number.POSITIVE_INFINITY; steps++) {
          const view = viewRun(run, at);
          expect(view.ended).toBe(at >= run.endMs);
          expect(view.status === 'RUNNING').toBe(!view.ended);
          expect(view.rows).toBeGreaterThanOrEqual(rows);
          rows = view.rows;
          const next = nextChange(run, at);
          expect(next).toBeGreaterThan(at);
          if (next !== Number.POSITIVE_INFINITY) expect(viewRun(run, next - 1)).toEqual(view);
          expect(steps).toBeLessThan(30);
          at = next;
        }
        expect(rows).toBe(run.rows);
      }),
    );
  });

  it('moves nothing when it failed or had nothing to move, and ends early when it failed or was cancelled', () => {
    fc.assert(
      fc.property(runs, (run) => {
        if (run.outcome === 'failed' || run.outcome === 'zeroRows') expect(run.rows).toBe(0);
        if (run.outcome === 'failed') expect(run.done).toBe(0);
        if (run.outcome === 'failed') expect(run.endMs - run.startMs).toBeLessThanOrEqual(Math.max(1000, run.stepMs));
        if (run.outcome === 'cancelled')
          expect(run.endMs - run.startMs).toBeLessThanOrEqual((run.done + 1) * run.stepMs);
        if (run.outcome === 'stuck') expect(run.endMs - run.startMs).toBeGreaterThanOrEqual(8 * 3_600_000);
      }),
    );
  });

  it('is followed by tasks one after the other, until one fails, and by none when it failed itself', () => {
    const tasks = ['t/1', 't/2', 't/3'].map((key): TaskRunner => ({ key, taskId: key, table: '', query: '' }));
    let failures = 0;
    fc.assert(
      fc.property(runs, fc.maxSafeInteger(), (run, seed) => {
        const planned = planTasks(tasks, run, seed);
        if (run.outcome !== 'success' && run.outcome !== 'tasksFailed') return void expect(planned).toEqual([]);
        const failed = planned.findIndex((task) => task.failed);
        if (failed >= 0) failures++;
        expect(planned).toHaveLength(failed < 0 ? 3 : failed + 1);
        planned.forEach(({ startMs }, index) => expect(startMs).toBe(planned[index - 1]?.endMs ?? run.endMs));
      }),
      { numRuns: 500 },
    );
    expect(failures).toBeGreaterThan(0);
  });

  it('says what became of it', () => {
    const runner = { ...createRunner({ jobId: 'j', jobName: 'J', source: 's' }, 3_600_000, 1), tasks: 13 };
    const end = (outcome: Outcome): string => {
      const run = planRun(runner, 0, 1, outcome);
      const { status, details } = viewRun(run, run.endMs);
      return `${status.replace(/^\d+/, 'n')}: ${details.replace(/\d+/g, 'n')}`;
    };
    expect(end('success')).toBe('SUCCESS: n Records Affected');
    expect(end('zeroRows')).toBe('SUCCESS: No changes since the last run');
    expect(end('tasksFailed')).toMatch(/^n of 13 Tasks Failed: ./);
    expect(end('failed')).toMatch(/^FAILED: ./);
    expect(end('cancelled')).toBe('CANCELLED: Cancelled by an operator after n of n Tasks');
    expect(end('stuck')).toBe('CANCELLED: No progress after n of n Tasks; ended by the watchdog');
  });

  it.each([
    [0, '00:00:00'],
    [83_999, '00:01:23'],
    [3_600_000 * 100, '100:00:00'],
  ])('writes %d ms as %s', (milliseconds, want) => {
    expect(formatRuntime(milliseconds)).toBe(want);
  });
});
