import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import {
  isSourceError,
  isWaitAbortedError,
  isWaitTimeoutError,
  isWaitUnreadableError,
  type RunSource,
  type WaitOptions,
  waitForRun,
} from '../../src/index.ts';
import { failure, sourceOf } from '../support/scripted-source.ts';
import { begin, run, setUp } from '../support/wait-set-up.ts';

describe('the run', () => {
  test('that does not exist yet, starts and succeeds, is waited for', async () => {
    const { clock, polls, wait } = setUp(sourceOf([], [], [run('a', 20, 'RUNNING')], [run('a', 20, 'OK', 60)]));
    const result = await clock.run(wait.result());
    expect(result).toMatchObject({ ok: true, outcome: 'succeeded', run: { key: 'a' } });
    expect(result.tally).toEqual({ polls: 4, found: 2, missing: 2, failures: {}, statuses: { RUNNING: 1, OK: 1 } });
    expect(polls.map(({ outcome }) => outcome)).toEqual([undefined, undefined, 'running', 'succeeded']);
    expect(clock.pending.size).toBe(0);
  });

  test.each<[string, string, boolean]>([
    ['FAILED', 'failed', false],
    ['STOPPED', 'cancelled', false],
    ['odd', 'unknown', false],
    ['', 'unknown', false],
    ['WARN', 'warned', false],
  ])('that ends as %j ends the wait', async (status, outcome, ok) => {
    const { clock, wait } = setUp(sourceOf([run('a', 1, status)]));
    expect(await clock.run(wait.result())).toMatchObject({ ok, outcome });
  });

  test('that ended with a warning is a success if configured', async () => {
    const { clock, wait } = setUp(sourceOf([run('a', 1, 'WARN')]), { acceptWarned: true });
    expect(await clock.run(wait.result())).toMatchObject({ ok: true, outcome: 'warned' });
  });

  test('that finished just before is not mistaken for it', async () => {
    const source = sourceOf([run('old', -60, 'OK', -1)], [run('old', -60, 'OK', -1), run('new', 5, 'FAILED')]);
    const { clock, wait } = setUp(source);
    expect(await clock.run(wait.result())).toMatchObject({ ok: false, run: { key: 'new' } });
  });

  test('whose start has whole seconds may have started in the same second', async () => {
    const { clock, wait } = setUp(sourceOf([run('a', 0, 'OK', 9)]), { after: begin + 400 });
    expect(await clock.run(wait.result())).toMatchObject({ ok: true });
  });

  test('that is replaced under a new id is waited for', async () => {
    const { clock, wait } = setUp(
      sourceOf([run('a', 1, 'RUNNING')], [], [run('b', 9, 'RUNNING')], [run('b', 9, 'OK')]),
    );
    expect(await clock.run(wait.result())).toMatchObject({ ok: true, run: { key: 'b' } });
  });

  test('can be selected by its key', async () => {
    const source = sourceOf([run('a', 1, 'OK'), run('b', 2, 'RUNNING')], [run('a', 1, 'OK'), run('b', 2, 'FAILED')]);
    const { clock, wait } = setUp(source, { after: undefined, run: 'b' });
    expect(await clock.run(wait.result())).toMatchObject({ ok: false, run: { key: 'b' } });
    expect(source.queries[0]).toMatchObject({ keys: ['b'], job: 'j' });
  });

  test('that fails is followed by its retry with failFast: false', async () => {
    const first = run('a', 1, 'FAILED');
    const { clock, wait } = setUp(sourceOf([first], [first, run('b', 30, 'RUNNING')], [first, run('b', 30, 'OK')]), {
      failFast: false,
    });
    expect(await clock.run(wait.result())).toMatchObject({ ok: true, run: { key: 'b' } });
  });
});

describe('the time limit', () => {
  test('makes one last poll and throws the last run', async () => {
    const { clock, polls, wait } = setUp(sourceOf([run('a', 1, 'RUNNING')]), { timeout: '65s' });
    const error = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
    expect(isWaitTimeoutError(error) && error.last?.key).toBe('a');
    expect((error as Error).message).toMatch(
      /^The wait for a run of j after 2026-03-02T08:00:00.000Z reached its time limit \(\d+ polls: \d+ × RUNNING\)$/,
    );
    expect(clock.date()).toBe(begin + 65_000);
    expect(polls.reduce((sum, { pauseMs }) => sum + pauseMs, 0)).toBe(65_000);
  });

  test('a success at the last poll counts', async () => {
    const running = [run('a', 1, 'RUNNING')];
    const { clock, wait } = setUp(sourceOf(running, [run('a', 1, 'OK')]), { timeout: '4s' });
    expect(await clock.run(wait.result())).toMatchObject({ ok: true });
    expect(clock.date()).toBe(begin + 4_000);
  });

  test('is required', () => {
    expect(() => setUp(sourceOf([]), { timeout: undefined as never })).toThrow('timeout must be set, such as "2h"');
  });
});

describe('failed polls', () => {
  test('that may be temporary are repeated, more slowly', async () => {
    const broken = failure('NETWORK_ERROR');
    const { clock, polls, wait } = setUp(sourceOf(broken, failure('HTTP_ERROR', 503), broken, [run('a', 1, 'OK')]));
    const result = await clock.run(wait.result());
    expect(result.tally).toMatchObject({ polls: 4, failures: { NETWORK_ERROR: 2, 'HTTP_ERROR 503': 1 } });
    expect(polls.slice(0, 3).map(({ pauseMs }) => pauseMs)).toEqual([20_000, 40_000, 80_000]);
  });

  test('wait as long as the service requests', async () => {
    const { clock, polls, wait } = setUp(sourceOf(failure('HTTP_ERROR', 429, 120), [run('a', 1, 'OK')]));
    await clock.run(wait.result());
    expect(polls[0]?.pauseMs).toBe(120_000);
  });

  test.each([401, 403, 404])('a steady %d ends the wait early', async (status) => {
    const source = sourceOf([run('a', 1, 'RUNNING')], failure('HTTP_ERROR', status));
    const { clock, wait } = setUp(source);
    const error = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
    expect(isWaitUnreadableError(error) && error.tally.failures).toEqual({ [`HTTP_ERROR ${status}`]: 3 });
    expect(error).toMatchObject({ last: { key: 'a' }, cause: { status } });
  });

  test('a single 401 does not end it', async () => {
    const { clock, wait } = setUp(
      sourceOf(failure('HTTP_ERROR', 401), failure('HTTP_ERROR', 401), [run('a', 1, 'OK')]),
    );
    expect(await clock.run(wait.result())).toMatchObject({ ok: true });
  });

  test('wrong options and errors of the program are thrown at once', async () => {
    const config = failure('CONFIG_INVALID');
    const { clock, wait } = setUp(sourceOf(config));
    await expect(clock.run(wait.result())).rejects.toBe(config);
    const broken = setUp(sourceOf(new TypeError('a bug')));
    const error: unknown = await broken.clock.run(broken.wait.result()).catch((thrown: unknown) => thrown);
    expect(isSourceError(error) && [error.reason, broken.clock.date()]).toEqual(['TypeError', begin]);
  });
});

test('an abort ends the wait immediately, and the run continues', async () => {
  const controller = new AbortController();
  const { clock, wait } = setUp(sourceOf([run('a', 1, 'RUNNING')]), {
    signal: controller.signal,
    onPoll: () => controller.abort('why'),
  });
  const error = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
  expect(isWaitAbortedError(error) && [error.cause, error.last?.key, clock.date()]).toEqual(['why', 'a', begin]);
  expect(clock.pending.size).toBe(0);
});

test('a source that never responds does not delay an abort', async () => {
  const silent: RunSource = { kind: 'status', read: () => new Promise(() => {}) };
  const controller = new AbortController();
  const { clock, wait } = setUp(silent, { signal: controller.signal });
  const result = wait.result();
  await Promise.resolve();
  controller.abort('why');
  const error = await result.catch((thrown: unknown) => thrown);
  expect(isWaitAbortedError(error) && [error.cause, clock.date()]).toEqual(['why', begin]);
  expect(clock.pending.size).toBe(0);
});

test.each([
  ['back by an hour', -3_600_000, 600_000],
  ['ahead by an hour', 3_600_000, 300_000],
])('the time limit holds if the wall clock is set %s', async (_name, change, longest) => {
  const manual = new ManualClock(begin);
  let shift = 0;
  const clock = {
    now: () => manual.now(),
    date: () => manual.date() + shift,
    wait: (milliseconds: number, callback: () => void) => manual.wait(milliseconds, callback),
  };
  const source: RunSource = {
    kind: 'history',
    read: async (query) => {
      if (manual.now() > 200_000) shift = change;
      return sourceOf([run('a', 1, 'RUNNING')]).read(query);
    },
  };
  const { wait } = setUp(source, { timeout: '10m', clock });
  await expect(manual.run(wait.result())).rejects.toSatisfy(isWaitTimeoutError);
  expect(manual.now()).toBeLessThanOrEqual(longest);
});

describe('a source that does not respond', () => {
  const silent = (responses: number): RunSource & { signals: AbortSignal[] } => {
    const signals: AbortSignal[] = [];
    const { read } = sourceOf([run('a', 1, 'RUNNING')]);
    return {
      kind: 'status',
      signals,
      read: async (query) => {
        if (query.signal) signals.push(query.signal);
        return signals.length > responses ? new Promise<never>(() => {}) : read(query);
      },
    };
  };

  test('is abandoned when the time is over', async () => {
    const source = silent(0);
    const { clock, wait } = setUp(source, { timeout: '5m' });
    const error: unknown = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
    expect(isWaitTimeoutError(error) && error.tally).toMatchObject({ polls: 1, failures: { SOURCE_FAILED: 1 } });
    expect([clock.date(), clock.pending.size]).toEqual([begin + 300_000, 0]);
    expect(source.signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('at the time limit does not hide why the previous poll failed', async () => {
    const { read } = sourceOf(failure('HTTP_ERROR', 503));
    let looks = 0;
    const source: RunSource = {
      kind: 'status',
      read: (query) => (looks++ === 0 ? read(query) : new Promise<never>(() => {})),
    };
    const { clock, wait } = setUp(source, { timeout: '1m' });
    const error: unknown = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
    expect(isWaitTimeoutError(error) && error.cause).toMatchObject({ code: 'HTTP_ERROR', status: 503 });
    expect((error as Error).message).toMatch(
      /reached its time limit \(2 polls: .*SOURCE_FAILED.*\)\. The last failure: /,
    );
  });

  test('is read again after ten minutes', async () => {
    const { clock, wait } = setUp(silent(1), { timeout: '45m' });
    const error: unknown = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
    expect(isWaitTimeoutError(error) && error).toMatchObject({ last: { key: 'a' }, tally: { found: 1 } });
    expect(isWaitTimeoutError(error) && error.tally.failures['SOURCE_FAILED']).toBeGreaterThan(3);
    expect(clock.date()).toBeLessThanOrEqual(begin + 45 * 60_000 + 30_000);
  });

  test('at the last poll has half a minute', async () => {
    const { clock, wait } = setUp(silent(1), { timeout: '2s' });
    const error: unknown = await clock.run(wait.result()).catch((thrown: unknown) => thrown);
    expect(isWaitTimeoutError(error) && clock.date()).toBe(begin + 32_000);
    expect(clock.pending.size).toBe(0);
  });
});

test('result() polls only once', async () => {
  const source = sourceOf([run('a', 1, 'OK')]);
  const { clock, wait } = setUp(source);
  expect(await clock.run(wait.result())).toBe(await wait.result());
  expect(source.queries).toHaveLength(1);
});

test('a listener that throws or rejects has no effect', async () => {
  for (const onPoll of [
    () => {
      throw new Error('x');
    },
    () => Promise.reject(new Error('x')),
  ]) {
    const { clock, wait } = setUp(sourceOf([], [run('a', 1, 'OK')]), { onPoll });
    expect(await clock.run(wait.result())).toMatchObject({ ok: true });
  }
});

describe('pauses', () => {
  test('stay within the budget', async () => {
    const { clock, polls, wait } = setUp(sourceOf([], [], [run('a', 1, 'OK')]), { requestsPerMinute: 2 });
    await clock.run(wait.result());
    expect(polls.map(({ pauseMs }) => pauseMs)).toEqual([30_000, 30_000, 0]);
  });
  test('are half of the time until the run should end', async () => {
    const { clock, polls, wait } = setUp(sourceOf([run('a', 0, 'RUNNING')], [run('a', 0, 'OK')]), {
      expectedRuntime: '100s',
    });
    await clock.run(wait.result());
    expect(polls[0]?.pauseMs).toBe(50_000);
  });
  test('learn the usual runtime from earlier runs', async () => {
    const old = run('old', -600, 'OK', -520);
    const { clock, polls, wait } = setUp(sourceOf([old, run('a', 0, 'RUNNING')], [run('a', 0, 'OK')]));
    await clock.run(wait.result());
    expect(polls[0]?.pauseMs).toBe(40_000);
  });
  test('extend to the next tick of the schedule, and are at most a minute', async () => {
    const cron = { expression: '0 9 * * *', timeZone: 'UTC', sunday: 0, seconds: false } as const;
    const { clock, polls, wait } = setUp(sourceOf([], [run('a', 1, 'OK')]), { cron, timeout: '2h' });
    await clock.run(wait.result());
    expect(polls[0]?.pauseMs).toBe(60_000);
  });
  test('vary, so that many waits do not poll together', async () => {
    const { clock, polls, wait } = setUp(sourceOf([], [run('a', 1, 'OK')]), { random: () => 1 });
    await clock.run(wait.result());
    expect(polls[0]?.pauseMs).toBe(12_000);
  });
});

test.each<[Partial<WaitOptions>, string]>([
  [{ job: '' }, 'job must be the name or id of a job'],
  [{ after: undefined }, 'after or run must be set, and not both'],
  [{ run: 'a' }, 'after or run must be set, and not both'],
  [{ after: 'x' }, 'after must be a timestamp'],
  [{ after: '2026-03-02T08:00:00' }, 'after must be set, because the timestamp'],
  [{ after: undefined, run: '' }, 'run must be the key of a run'],
  [{ timeout: 'soon' }, 'timeout must be a duration'],
  [{ requestsPerMinute: 0 }, 'requestsPerMinute must be a number from 1 to 600'],
  [{ requestsPerMinute: Number.NaN }, 'requestsPerMinute must be'],
  [{ classify: undefined as never }, 'classify must be created by defineOutcomes'],
  [{ source: {} as never }, 'source must be a source'],
  [{ expectedRuntime: '?' }, 'expectedRuntime must be'],
  [{ cron: { expression: '?', timeZone: 'UTC', sunday: 0, seconds: false } }, 'cron cannot be read'],
])('the options %o are refused', async (options, message) => {
  expect(() => setUp(sourceOf([]), options)).toThrow(message);
  const { options: complete } = setUp(sourceOf([]));
  await expect(waitForRun({ ...complete, ...options })).rejects.toThrow(message);
});
