import { createEvaluator, type Filter } from '@syncline/odata';
import { describe, expect, test } from 'vitest';
import { createCompleteReader, historySource, isIncompleteHistoryError } from '../../src/index.ts';
import { readTimestamp } from '../../src/time/timestamp.ts';
import { timeZone } from '../../src/time/time-zone.ts';
import { historyNames } from './history-names.ts';
import { randomOf } from './run-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Service {
  readonly zone: string;
  /** What the service compares with the instant of a filter. */
  readonly compares: 'instants' | 'local times';
  /** The maximum number of records in a response */
  readonly cap: number;
}

/** An OData client whose service sends local times without an offset, and only the oldest records of each answer. */
function clientOf(starts: readonly number[], { zone, compares, cap }: Service) {
  const unsorted = starts.map((start, at) => {
    const local = new Date(start + timeZone('zone', zone).offsetAt(start));
    const compared = compares === 'instants' ? new Date(start) : local;
    const shown = local.toISOString().slice(0, -1);
    return { compared, at, record: { historyid: `r${at}`, jobname: 'Orders', status: 'OK', runstartdate: shown } };
  });
  const oldestFirst = unsorted.sort(
    (left, right) => Number(left.compared) - Number(right.compared) || left.at - right.at,
  );
  const newestFirst = oldestFirst.toReversed();
  const requests: unknown[] = [];
  const stream = ({ filter, orderBy = [] }: { readonly filter?: Filter | undefined; readonly orderBy?: string[] }) => {
    requests.push(filter);
    const records = orderBy[0]?.endsWith(' desc') === true ? newestFirst : oldestFirst;
    const isAsked = filter === undefined ? () => true : createEvaluator(filter);
    const sent = [];
    for (const each of records) {
      if (sent.length === cap) break;
      if (isAsked({ runstartdate: each.compared }) === true) sent.push(each);
    }
    return (async function* () {
      for (const { record } of sent) yield record;
    })();
  };
  return { requests, client: { history: { stream } } as never };
}

/** The starts as Syncline reads them: a local time that the clocks show twice means the first one. */
const startsRead = (starts: readonly number[], zone: string): number[] =>
  starts
    .map((start) => new Date(start + timeZone('zone', zone).offsetAt(start)).toISOString().slice(0, -1))
    .map((text) => readTimestamp(text, zone) as number);

const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Asia/Kolkata'];
const services = zones.flatMap((zone) =>
  (['instants', 'local times'] as const)
    .filter((compares) => zone !== 'UTC' || compares === 'local times')
    .map((compares) => ({ zone, compares })),
);

/** Reads histories of all zones, those of the seeds among them. The slow suite takes more seeds. */
export function testZonedHistories(seeds: readonly number[]): void {
  describe.each(services)('in $zone, a service that compares $compares', ({ zone, compares }) => {
    const read = async (
      starts: readonly number[],
      cap: number,
      query: { since: number; until?: number },
      times = 1,
    ) => {
      const { client, requests } = clientOf(starts, { zone, compares, cap });
      const reader = createCompleteReader(historySource(client, { ...historyNames, timeZone: zone }));
      let page = await reader(query);
      for (let time = 1; time < times; time += 1) page = await reader(query);
      return { page, requests };
    };

    test('returns three runs of one morning', async () => {
      const noon = Date.parse('2026-03-02T12:00:00Z');
      const starts = [noon - 3 * hour, noon - 2 * hour, noon - hour];
      const { page, requests } = await read(starts, 1000, { since: noon - day });
      expect(page.runs.map(({ start }) => start)).toEqual(starts);
      expect(page.requests).toBe(requests.length);
      expect(requests.length).toBeLessThanOrEqual(4);
    });

    test('returns all runs of any history, unless one instant has more than it sends', async () => {
      // The clocks change in March, April, September, October and November.
      const origins = ['2026-01-10', '2026-03-28', '2026-04-04', '2026-09-26', '2026-10-24', '2026-10-31'];
      for (const seed of seeds) {
        const random = randomOf(seed);
        const origin = Date.parse(`${origins[seed % origins.length]}T00:00:00Z`);
        const span = (random() < 0.5 ? 6 * hour : 3 * day) * random() + hour;
        const starts = Array.from({ length: 1 + Math.floor(random() * 60) }, () => {
          const start = origin + random() * span;
          return random() < 0.3 ? Math.floor(start / (20 * minute)) * 20 * minute : Math.floor(start);
        }).sort((left, right) => left - right);
        const all = startsRead(starts, zone);
        const since = origin + Math.floor((random() * 0.7 - 0.2) * span);
        const until = random() < 0.5 ? undefined : since + Math.ceil(random() * span) + 1;
        const query = until === undefined ? { since } : { since, until };
        const busiest = Math.max(
          ...all.map((start) => all.filter((other) => other >= start && other < start + 2 * hour).length),
        );
        // More than an hour can hold, because a service that compares instants shows one hour of the year twice.
        const cap = busiest + 1 + Math.floor(random() * 20);
        const expected = all.filter((start) => start >= since && (until === undefined || start < until));
        const { page } = await read(starts, cap, query, 1 + Math.floor(random() * 3));
        const found = page.runs.map(({ start }) => start);
        expect(found, `seed ${seed}`).toEqual([...expected].sort((left, right) => left - right));
      }
    });

    test('returns all runs where a few minutes have more than it sends', async () => {
      const origin = Date.parse('2026-06-10T06:00:00Z');
      const starts = Array.from({ length: 400 }, (_, at) => origin + at * minute);
      for (const since of [origin - day, origin + hour, origin + 5 * hour]) {
        const { page } = await read(starts, 10, { since });
        expect(page.runs.map(({ start }) => start)).toEqual(starts.filter((start) => start >= since));
      }
    });

    test('fails where one instant has more runs than it sends', async () => {
      const at = Date.parse('2026-06-10T06:00:00Z');
      const reading = read([at - hour, ...Array.from({ length: 5 }, () => at)], 3, { since: at - day });
      await expect(reading).rejects.toThrow(`for the time from ${new Date(at).toISOString()}`);
      await expect(reading).rejects.toSatisfy(isIncompleteHistoryError);
    });
  });
}
