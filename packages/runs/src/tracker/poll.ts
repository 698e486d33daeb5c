import { type Clock, ConfigError, sleep } from '@syncline/core/internal';
import { FenceError } from '../errors/errors.ts';
import { mostAhead, readSource } from '../reading/read-source.ts';
import { ReadingTally } from '../reading/reading-rules.ts';
import type { SourceRun } from '../reading/run-parser.ts';
import type { RunPage, RunQuery, ServerUse } from '../reading/run-source.ts';
import type { Change, Store, StoredEvent, StoreTurn } from '../store/store.ts';
import type { RunHead } from '../store/stored-run.ts';
import { type Changes, type CreateEvent, findChanges, findGap, findTruncation, keyGap } from './find-events.ts';
import {
  cutOf,
  filtersOf,
  isFollowed,
  isUnfiltered,
  nextRange,
  nextWidth,
  planBackfill,
  planPass,
  readSlice,
  type Slice,
} from './plan-pass.ts';
import type { TickResult, TrackerSettings } from './tracker-options.ts';
import { type Pass, readTrackerState, type TrackerState, writeTrackerState } from './tracker-state.ts';

/** The state that the polls of one tracker share. Everything else is in the store, so that any process can poll. */
export interface PollContext {
  readonly settings: TrackerSettings;
  readonly store: Store;
  readonly budget: RequestBudget;
  /** The length of the period that is read in one step. Only the poll changes it. */
  width: number;
  /** Called after events were stored */
  readonly onEvents: () => void;
}

/** Maximum number of keys in one request. */
const mostKeys = 40;
/** Maximum number of runs that are compared and written at once: SQLite blocks the process while it writes. */
const mostRuns = 250;
const always = Number.MAX_SAFE_INTEGER;

/** One poll: a pass over the history in one or more steps, then the open runs that are older than the pass. */
export class Poll {
  readonly #context: PollContext;
  readonly #signal: AbortSignal | undefined;
  #requests = 0;
  #rows = 0;
  #changed = 0;
  #events = 0;
  readonly #tally = new ReadingTally();
  #filter: ServerUse | undefined;
  #date: number | undefined;

  constructor(context: PollContext, signal: AbortSignal | undefined) {
    this.#context = context;
    this.#signal = signal;
  }

  async run(): Promise<TickResult> {
    let pass: Pass | undefined;
    do {
      const turn = await this.#begin();
      if (turn === undefined) return this.#result(false);
      pass = await this.#step(turn);
    } while (pass === undefined);
    if (!(await this.#readOldRuns(pass))) return this.#result(false);
    return this.#result(true);
  }

  #begin(): Promise<StoreTurn | undefined> {
    this.#signal?.throwIfAborted();
    return this.#context.store.begin();
  }

  /** Reads and stores a part of the pass. @returns the pass if it is done; undefined if there is more to read */
  async #step(turn: StoreTurn): Promise<Pass | undefined> {
    const { settings, store } = this.#context;
    const { since: begin, overlap, pageCap, clock } = settings;
    const now = Math.floor(clock.date());
    const state = this.#stateOf(turn, now);
    const backfill = state.pass === undefined ? planBackfill(state, begin) : undefined;
    const open = filtersOf(state) === 'all' ? [] : await store.readOpen(always);
    const pass = state.pass ?? backfill ?? planPass(state, settings, now, open);
    const range = nextRange(pass, state, now, this.#context.width);
    const slice = await readSlice({ read: (query) => this.#read(query), pageCap }, range);
    const { page, until } = slice;
    this.#context.width = nextWidth(range, slice);

    const isDone = until === pass.until;
    const changes = await this.#compare(page.runs, now);
    const vanished = vanishedRuns(state, open, slice, pass);
    const gap = findGap({ state, pass, isDone, oldest: page.runs[0]?.start, overlap });
    const truncation = findTruncation(state, range, slice);
    const arrived = new Set(page.runs.map(({ key }) => key));
    const hasCut = pass.hasCut || slice.cut !== undefined;
    const isUncut = isDone && pass.kind === 'reconcile' && !hasCut;
    const next: TrackerState = {
      ...state,
      since: Math.min(state.since, pass.from),
      highWater: highWaterOf(state, page, now),
      date: page.date,
      pass: isDone
        ? undefined
        : { ...pass, next: until ?? pass.next, hasRuns: pass.hasRuns || arrived.size > 0, hasCut },
      reconciledAt: isDone && (pass.kind === 'reconcile' || pass.kind === 'first') ? now : state.reconciledAt,
      filters: isUnfiltered(page) ? 'none' : isRelearned(state, pass, isDone) ? 'all' : state.filters,
      isTruncated: !isUncut && (state.isTruncated || truncation !== undefined),
      isBegun: state.isBegun || isDone,
      gapAfter: gap?.after ?? state.gapAfter,
      missing: [...state.missing.filter((key) => !arrived.has(key)), ...vanished.map(({ key }) => key)],
    };
    const found = [gap?.data, truncation].flatMap((data) => (data === undefined ? [] : [data]));
    const create = (creators: readonly CreateEvent[]): StoredEvent[] => creators.map((creator) => creator(now));
    const events = [...create(found), ...changes.events, ...create(vanished.map(keyGap))];
    await this.#write(turn, state, next, { runs: changes.runs, events }, now);
    return isDone && pass.kind !== 'backfill' ? pass : undefined;
  }

  /**
   * Reads the open runs that started before the pass, by their keys. After a wide pass, also those that were missing.
   *
   * @returns false if another worker has taken over
   */
  async #readOldRuns({ kind, from }: Pass): Promise<boolean> {
    const { settings, store } = this.#context;
    if (settings.source.kind === 'status') return true;
    const most = Math.min(mostKeys, Math.max(1, (settings.pageCap ?? always) - 1));
    const isLeft = (head: RunHead, state: TrackerState, missing: ReadonlySet<string>): boolean =>
      kind === 'reconcile' || (!missing.has(head.key) && isFollowed(head, state, settings));
    // The runs are listed once, so that the work grows with their number only.
    const open = await store.readOpen(from);
    for (let at = 0; at < open.length; ) {
      const turn = await this.#begin();
      if (turn === undefined) return false;
      const now = Math.floor(settings.clock.date());
      const state = this.#stateOf(turn, now);
      if (filtersOf(state) !== 'all') return true;
      const missing = new Set(state.missing);
      const chunk: RunHead[] = [];
      // The state lists the missing runs, so a step reads at least as many runs as it lists. Otherwise, writing it for
      // each request would take time that grows with the square of their number.
      for (; at < open.length && chunk.length < Math.max(most, missing.size); at += 1) {
        const head = open[at] as RunHead;
        if (isLeft(head, state, missing)) chunk.push(head);
      }
      if (chunk.length === 0) return true;
      const runs: SourceRun[] = [];
      const gone: RunHead[] = [];
      const arrived = new Set<string>();
      let isFiltered = true;
      for (let first = 0; first < chunk.length && isFiltered; first += most) {
        const asked = chunk.slice(first, first + most);
        const pages = await this.#readKeys(asked.map(({ key }) => key));
        isFiltered = !pages.some(isUnfiltered);
        for (const run of pages.flatMap((page) => page.runs)) {
          runs.push(run);
          arrived.add(run.key);
        }
        // A response that may lack records says nothing about the runs that are not in it.
        if (pages.some(({ isCut }) => isCut === true)) continue;
        gone.push(...asked.filter(({ key }) => !arrived.has(key) && !missing.has(key)));
      }
      const changes = await this.#compare(runs, now);
      const next: TrackerState = {
        ...state,
        filters: isFiltered ? state.filters : 'start',
        missing: [...state.missing.filter((key) => !arrived.has(key)), ...gone.map(({ key }) => key)],
      };
      const events = [...changes.events, ...gone.map((head) => keyGap(head)(now))];
      await this.#write(turn, state, next, { runs: changes.runs, events }, now);
    }
    return true;
  }

  async #readKeys(keys: readonly string[]): Promise<readonly RunPage[]> {
    const page = await this.#read({ since: 0, keys, pages: 'stop' });
    if (cutOf(page, this.#context.settings.pageCap) === undefined) return [page];
    if (keys.length === 1 || isUnfiltered(page)) return [page.isCut ? await this.#read({ since: 0, keys }) : page];
    const half = keys.length >> 1;
    return [...(await this.#readKeys(keys.slice(0, half))), ...(await this.#readKeys(keys.slice(half)))];
  }

  async #read(query: RunQuery): Promise<RunPage> {
    const { settings, budget } = this.#context;
    const signal = this.#signal;
    const limit = { clock: settings.clock, milliseconds: settings.sourceTimeout };
    const request = { ...query, beforeRequest: () => budget.take(signal), signal };
    const page = await readSource(settings.source, request, limit);
    this.#requests += page.requests;
    this.#rows += page.rows;
    this.#tally.addPage(page);
    this.#filter = page.filter ?? this.#filter;
    this.#date = page.date ?? this.#date;
    return page;
  }

  async #compare(runs: readonly SourceRun[], now: number): Promise<Changes> {
    const { settings, store } = this.#context;
    const changes: Changes = { runs: [], events: [] };
    // A source may return a run twice. As in historySource, the last one counts.
    const unique = [...new Map(runs.map((run) => [run.key, run])).values()];
    for (let at = 0; at < unique.length; at += mostRuns) {
      const some = unique.slice(at, at + mostRuns);
      const starts = some.map(({ start }) => start);
      const near = { since: Math.min(...starts), until: Math.max(...starts) + 1 };
      const heads = await store.readHeads({ keys: some.map(({ key }) => key), near });
      const found = findChanges(some, new Map(heads.map((head) => [head.key, head])), settings.classify, now);
      changes.runs.push(...found.runs);
      changes.events.push(...found.events);
    }
    return changes;
  }

  /** Writes the result of a step, unless nothing has changed. */
  async #write(turn: StoreTurn, state: TrackerState, next: TrackerState, changes: Changes, at: number): Promise<void> {
    const { runs, events } = changes;
    const isKnown = turn.state !== undefined && runs.length === 0 && events.length === 0;
    // A new service time alone is not worth writing once it is past the latest start.
    const isPast = state.date === next.date || (state.date ?? 0) >= (next.highWater ?? 0);
    if (isKnown && isPast && writeTrackerState({ ...next, date: state.date }) === turn.state) return;
    let { fence } = turn;
    const parts = divide(changes);
    // A process that is killed in between finds the rest again, because the state is written last.
    for (const part of parts.slice(0, -1)) {
      await this.#writePart({ fence, state: turn.state ?? writeTrackerState(state), ...part, at });
      const following = await this.#begin();
      if (following === undefined) throw new FenceError('Another worker has taken over while this poll was written.');
      fence = following.fence;
    }
    await this.#writePart({ fence, state: writeTrackerState(next), ...(parts.at(-1) ?? changes), at });
  }

  async #writePart(change: Change): Promise<void> {
    await this.#context.store.write(change);
    this.#changed += change.runs.length;
    this.#events += change.events.length;
    if (change.events.length > 0) this.#context.onEvents();
  }

  #stateOf({ state }: StoreTurn, now: number): TrackerState {
    const { source, store, since } = this.#context.settings;
    if (state !== undefined) return readTrackerState(state, store.environment, source.kind);
    if (since === undefined)
      throw new ConfigError('since', 'must be set, because the store is empty: runs are read from this time on');
    const { environment } = store;
    const learned = { filters: 'all', isBegun: false, isTruncated: false, missing: [] } as const;
    return { version: 1, environment, source: source.kind, since, reconciledAt: now, ...learned };
  }

  #result(isLeader: boolean): TickResult {
    return {
      requests: this.#requests,
      rows: this.#rows,
      changed: this.#changed,
      events: this.#events,
      ...this.#tally.result,
      filter: this.#filter,
      date: this.#date,
      isLeader,
    };
  }
}

/**
 * Divides changes into parts of some runs with their events; the last part also has the events of no run. The runs of a
 * job stay together, and jobs are in the order of their names, as they are in the tables and indexes about jobs: so each
 * part writes other pages of these.
 */
function divide(changes: Changes): readonly Changes[] {
  if (changes.runs.length <= mostRuns) return [changes];
  const runs = [...changes.runs].sort((left, right) => (left.job < right.job ? -1 : left.job > right.job ? 1 : 0));
  const parts: Changes[] = [];
  const partOf = new Map<string | undefined, Changes>();
  for (let at = 0; at < runs.length; at += mostRuns) {
    const part: Changes = { runs: runs.slice(at, at + mostRuns), events: [] };
    for (const { key } of part.runs) partOf.set(key, part);
    partOf.set(undefined, part);
    parts.push(part);
  }
  for (const event of changes.events) (partOf.get(event.key) ?? partOf.get(undefined))?.events.push(event);
  return parts;
}

/** Open runs that a read without filters should have returned but did not. */
function vanishedRuns(
  { missing }: TrackerState,
  open: readonly RunHead[],
  { page, until = always }: Slice,
  { next }: Pass,
): readonly RunHead[] {
  const arrived = new Set([...page.runs.map(({ key }) => key), ...missing]);
  return open.filter(({ key, start }) => start >= next && start < until && !arrived.has(key));
}

/** The latest start that the next poll may be measured from. */
function highWaterOf({ highWater }: TrackerState, { runs, date }: RunPage, now: number): number | undefined {
  const latest = (date ?? now) + mostAhead;
  return runs.reduce<number | undefined>(
    (high, { start }) => (start <= latest && start > (high ?? Number.NEGATIVE_INFINITY) ? start : high),
    highWater,
  );
}

/** Whether to try refused filters again. */
function isRelearned({ filters }: TrackerState, { kind }: Pass, isDone: boolean): boolean {
  return filters === 'none' || (filters === 'start' && isDone && kind === 'reconcile');
}

const minute = 60_000;

/** Counts requests, and delays those that would exceed the limit per minute. */
export class RequestBudget {
  readonly #clock: Clock;
  readonly #perMinute: number;
  /** When the requests of the last minute were sent, by the monotonic clock, oldest first */
  #sent: number[] = [];

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Waits until a request may be sent, and counts it. @throws the reason of the signal if that is aborted */
  async take(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const now = this.#clock.now();
      this.#sent = this.#sent.filter((at) => now - at < minute);
      const [oldest] = this.#sent;
      if (oldest === undefined || this.#sent.length < this.#perMinute) {
        this.#sent.push(now);
        return;
      }
      await sleep(this.#clock, oldest + minute - now, signal);
    }
  }
}
