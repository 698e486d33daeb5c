import { describe, expect, test } from 'vitest';
import { isIncompleteHistoryError, type RunPage, type RunQuery, type SourceRun } from '../../src/index.ts';
import { day, origin } from '../support/run-world.ts';
import { drain, manual, runAt, setUp, typesOf } from '../support/tracker-set-up.ts';

describe('a service that does not return everything', () => {
  const full = Array.from({ length: 30 }, (_, n) => runAt(`r${n}`, origin));
  const capped = (cap: number, page: Partial<RunPage>, runs = full) => {
    const { source } = manual({ runs });
    const read = async (query: RunQuery): Promise<RunPage> => {
      const whole = await source.read(query);
      // Links can be followed, but only to the end.
      const isFollowed = page.isCut === true && query.pages === 'follow' && query.mostRows === undefined;
      const isCut = whole.runs.length > cap && !isFollowed;
      return {
        ...whole,
        ...page,
        runs: isCut ? whole.runs.slice(0, cap) : whole.runs,
        rows: isCut ? cap : whole.rows,
        isCut: isCut && page.isCut,
      };
    };
    return setUp(() => ({ kind: 'history', read }), { pageCap: page.isCut ? undefined : cap }).tracker;
  };
  test('for one instant fails with an error', async () => {
    const tracker = capped(10, {});
    const error: unknown = await tracker.tick().catch((thrown: unknown) => thrown);
    expect(isIncompleteHistoryError(error) && error.message).toBe(
      '10 records arrived for the instant 2026-03-02T00:00:00.000Z alone, and the service left out others. ' +
        'Make it return more records in one response.',
    );
  });
  test('for one instant is read by following links', async () => {
    const tracker = capped(10, { isCut: true });
    expect(await tracker.tick()).toMatchObject({ changed: 30 });
    expect(typesOf(await drain(tracker)).filter((type) => type === 'truncated ')).toHaveLength(1);
  });
  test('and ignores filters fails with an error', async () => {
    const tracker = capped(10, { filter: 'ignored' });
    const error: unknown = await tracker.tick().catch((thrown: unknown) => thrown);
    expect(isIncompleteHistoryError(error) && error.message).toContain('it applies no filter on the start of a run');
  });
  test('and ignores filters is read by following links', async () => {
    expect(await capped(10, { filter: 'ignored', isCut: true }).tick()).toMatchObject({ changed: 30 });
  });
  test('far in the future is reached in few requests', async () => {
    const runs = Array.from({ length: 40 }, (_, n) => runAt(`r${n}`, Date.parse('2099-01-01') + n * day));
    expect((await capped(10, {}, runs).tick()).requests).toBeLessThan(200);
  });
});

describe('600 runs in pages of 100', () => {
  /** Counts the requests that the service gets. */
  const paged = (runs: readonly SourceRun[], page: number, hasLinks: boolean) => {
    const { source } = manual({ runs: [...runs] });
    const seen = { requests: 0, keys: [] as string[][] };
    const read = async (query: RunQuery): Promise<RunPage> => {
      const whole = await source.read(query);
      const isFollowed = hasLinks && query.pages !== 'stop';
      const rows = isFollowed ? whole.rows : Math.min(page, whole.rows);
      seen.requests += Math.max(1, Math.ceil(rows / page));
      const isCut = hasLinks && rows < whole.rows;
      seen.keys.push(whole.runs.slice(0, rows).map(({ key }) => key));
      return { ...whole, runs: whole.runs.slice(0, rows), rows, isCut, order: 'applied' };
    };
    return { seen, source: { kind: 'history' as const, read } };
  };
  const recent = Array.from({ length: 600 }, (_, n) => runAt(`r${n}`, origin - n * 60_000));
  const old = Array.from({ length: 600 }, (_, n) => runAt(`r${n}`, origin - 6 * 365 * day + n * 60_000));
  test.each([
    ['with next links', recent, true, 6],
    ['with next links, if the newest is old', old, true, 6],
    // Seven is the least: see the proof below.
    ['with a cap', recent, false, 7],
    ['with a cap, if the newest is old', old, false, 7],
  ])('%s', async (_how, runs, hasLinks, expected) => {
    const { seen, source } = paged(runs, 100, hasLinks);
    const options = { since: origin - 7 * 365 * day, pageCap: hasLinks ? undefined : 100 };
    const { tracker } = setUp(() => source, options);
    expect(await tracker.tick()).toMatchObject({ changed: 600 });
    expect(seen.requests).toBe(expected);
  });

  // 600 runs in full responses of 100 are six blocks. A run that was left out could lie before the first, between two, or
  // after the last: seven gaps. A full response says nothing beyond its last record, so it closes one gap, that at the side
  // from which it was read. Six full responses close six, and any six responses that bring 600 runs are full. Hence six
  // never prove that nothing is missing, in whichever order and from whichever side they are read.
  test('the first six requests with a cap bring the same from a service that has one run more', async () => {
    const later = runAt('later', origin + 60_000);
    const responses = await Promise.all(
      [recent, [...recent, later]].map(async (runs) => {
        const { seen, source } = paged(runs, 100, false);
        const { tracker } = setUp(() => source, { since: origin - 7 * 365 * day, pageCap: 100 });
        expect(await tracker.tick()).toMatchObject({ changed: runs.length });
        return seen.keys;
      }),
    );
    expect(responses[0]?.slice(0, 6)).toEqual(responses[1]?.slice(0, 6));
    expect(responses[0]).not.toEqual(responses[1]);
  });

  // For the same reason, a request must begin at the last start of the one before and not after it.
  test('a run at the start of the last one of a full response is not left out', async () => {
    const hundredth = recent.toSorted((left, right) => left.start - right.start)[99]!;
    const { source } = paged([...recent, runAt('twin', hundredth.start)], 100, false);
    const { tracker } = setUp(() => source, { since: origin - 7 * 365 * day, pageCap: 100 });
    expect(await tracker.tick()).toMatchObject({ changed: 601 });
  });
});
