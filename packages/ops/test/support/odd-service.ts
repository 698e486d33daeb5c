import type { Transport } from '@syncline/core/internal';
import { createEvaluator, parseFilter } from '@syncline/odata';
import { day, hour, minute, origin, type TestClock } from './alert-world.ts';
import { randomOf } from './alert-week.ts';

/** A record of the history, as the service sends it. */
type HistoryRecord = Readonly<Record<string, unknown>> & { readonly runstartdate?: string };

/** A run that has really ended, for comparison with the alerts. */
export interface RealEnd {
  readonly job: string;
  readonly start: number;
  /** When the service first shows the end */
  readonly at: number;
  readonly isFailure: boolean;
}

/** How the service behaves at a moment. */
export interface Behavior {
  readonly ignoresFilter: boolean;
  readonly isDown: boolean;
  /** The maximum number of records in a response. @default no limit */
  readonly cap: number | undefined;
  /** Whether a response that is cut has a next link */
  readonly hasNextLink: boolean;
}

/** The options of a service. */
export interface OddServiceOptions {
  readonly seed: number;
  readonly jobs: number;
  readonly days: number;
  /** The share of the records with a value that cannot be */
  readonly oddShare: number;
  readonly behaviorAt: (now: number) => Behavior;
  readonly clock: TestClock;
}

/** The values that cannot be, of a run that is really there. */
const oddValues: readonly ((record: HistoryRecord) => HistoryRecord)[] = [
  (record) => ({ ...record, runenddate: '0001-01-01T00:00:00Z' }),
  (record) => ({ ...record, runenddate: '1970-01-01T00:00:00Z' }),
  (record) => ({ ...record, runenddate: '9999-12-31T00:00:00Z' }),
  (record) => ({ ...record, runenddate: 'null' }),
  (record) => ({ ...record, runenddate: 'yesterday' }),
  (record) => ({ ...record, runenddate: new Date(Date.parse(record.runstartdate ?? '') - hour).toISOString() }),
  (record) => ({ ...record, recordsaffected: '1,234' }),
  (record) => ({ ...record, recordsaffected: -1 }),
  (record) => ({ ...record, recordsaffected: 'n/a' }),
];
const farFuture = '2099-01-01T00:00:00Z';
/** Records that are no runs, or say nothing about how one ended, and one that is a success of the far future. */
const oddRecords: readonly ((record: HistoryRecord) => HistoryRecord)[] = [
  (record) => ({ ...record, status: ' ' }),
  (record) => ({ ...record, status: 'MIGRATED' }),
  (record) => ({ ...record, runstartdate: '0001-01-01T00:00:00Z' }),
  (record) => ({ ...record, runstartdate: farFuture }),
  (record) => ({ ...record, historyid: '' }),
];

interface Row {
  readonly start: number;
  readonly shownAt: number;
  readonly endsAt: number;
  readonly running: HistoryRecord;
  readonly ended: HistoryRecord;
}

/** The runs of a month: each job runs every six hours, and sometimes fails a few times in a row. */
function createRows({ seed, jobs, days, oddShare }: OddServiceOptions): {
  rows: readonly Row[];
  ends: readonly RealEnd[];
} {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const rows: Row[] = [];
  const ends: RealEnd[] = [];
  for (let index = 0; index < jobs; index += 1) {
    const job = `Job ${index}`;
    const offset = random() * 6 * hour;
    let failures = 0;
    for (let at = 0; at < days * 4; at += 1) {
      const start = Math.round(origin + offset + at * 6 * hour + random() * 20 * minute);
      const endsAt = Math.round(start + (5 + random() * 60) * minute);
      if (failures === 0 && random() < 0.02) failures = 1 + Math.floor(random() * 3);
      const isFailure = failures > 0;
      failures = Math.max(0, failures - 1);
      const running: HistoryRecord = {
        historyid: `r${index}-${at}`,
        jobname: job,
        status: 'RUNNING',
        runstartdate: new Date(start).toISOString(),
      };
      const ended = {
        ...running,
        status: isFailure ? 'FAILED' : 'SUCCESS',
        runenddate: new Date(endsAt).toISOString(),
        recordsaffected: at,
      };
      const row = { start, shownAt: start, endsAt, running };
      rows.push({ ...row, ended: random() < oddShare ? pick(oddValues)(ended) : ended });
      ends.push({ job, start, at: endsAt, isFailure });
      if (random() < oddShare) {
        const extra = pick(oddRecords)({ ...ended, status: 'SUCCESS', historyid: `x${index}-${at}` });
        rows.push({ ...row, running: extra, ended: extra });
        if (extra.runstartdate === farFuture)
          ends.push({ job, start: Date.parse(farFuture), at: start, isFailure: false });
      }
    }
  }
  rows.sort((left, right) => left.start - right.start);
  return { rows, ends };
}

/** A service whose history has odd values, and whose behavior changes. */
export function createOddService(options: OddServiceOptions) {
  const { clock, behaviorAt } = options;
  const { rows, ends } = createRows(options);
  const requests = { count: 0, incomplete: 0 };
  const evaluators = new Map<string, (record: HistoryRecord) => boolean | null>();
  const evaluatorOf = (text: string) => {
    if (evaluators.size > 100) evaluators.clear();
    let evaluator = evaluators.get(text);
    if (evaluator === undefined) evaluators.set(text, (evaluator = createEvaluator(parseFilter(text)) as never));
    return evaluator as (record: HistoryRecord) => boolean | null;
  };
  const shown = (since: number): readonly HistoryRecord[] => {
    const now = clock.date();
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.start ?? 0) < since) low = middle + 1;
      else high = middle;
    }
    const found: HistoryRecord[] = [];
    for (let at = low; at < rows.length; at += 1) {
      const row = rows[at] as Row;
      if (row.shownAt > now) break;
      found.push(row.endsAt <= now ? row.ended : row.running);
    }
    return found;
  };
  const transport = (async (url: string | URL) => {
    requests.count += 1;
    const now = clock.date();
    const { isDown, ignoresFilter, cap, hasNextLink } = behaviorAt(now);
    const headers = { 'content-type': 'application/json', date: new Date(now).toUTCString() };
    if (isDown) return new Response('{"error":{"code":"Busy","message":"Busy"}}', { status: 503, headers });
    const { searchParams, pathname } = new URL(url);
    const filter = searchParams.get('$filter');
    const skip = Number(searchParams.get('$skiptoken') ?? 0);
    const [, from] = /runstartdate ge ([^ )]+)/.exec(filter ?? '') ?? [];
    // Keys belong to runs of the last days.
    const since = from === undefined ? now - 3 * day : Date.parse(from);
    const isFiltered = filter !== null && !ignoresFilter;
    let found = shown(isFiltered ? since : now - 2 * day);
    if (isFiltered) found = found.filter((record) => evaluatorOf(filter)(record) === true);
    if (searchParams.get('$orderby')?.endsWith('desc')) found = found.toReversed();
    const page = cap === undefined ? found : found.slice(skip, skip + cap);
    const isCut = cap !== undefined && skip + cap < found.length;
    const query = new URLSearchParams({
      ...(filter === null ? {} : { $filter: filter }),
      $skiptoken: String(skip + (cap ?? 0)),
    });
    const orderby = searchParams.get('$orderby');
    if (orderby !== null) query.set('$orderby', orderby);
    // Nobody can read the rest of a selection that has no filter and no link.
    if (isCut && !hasNextLink && !isFiltered) requests.incomplete += 1;
    const link = isCut && hasNextLink ? { '@odata.nextLink': `${pathname}?${query}` } : {};
    return new Response(JSON.stringify({ value: page, ...link }), { headers });
  }) as unknown as Transport;
  return { transport, ends, requests };
}
