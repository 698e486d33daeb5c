import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Meter } from '@opentelemetry/api';
import { type Clock, guardClock } from '@syncline/core/internal';
import { ManualClock } from '@syncline/testing';
import {
  createWait,
  defineOutcomes,
  historySource,
  type RunSource,
  type Store,
  type TrackerOptions,
  type WaitOptions,
} from '../../src/index.ts';
import { createRunMetrics } from '../../src/metrics/index.ts';
import { reportRunMetrics } from '../../src/opentelemetry.ts';
import { exportParquet } from '../../src/parquet/export-parquet.ts';
import { checkDatabase, type PostgresQuery } from '../../src/postgres/postgres-database.ts';
import { createPostgresStore } from '../../src/postgres/postgres-store.ts';
import { createStatements } from '../../src/postgres/statements.ts';
import { sourceOf } from '../support/scripted-source.ts';
import { createTracker, JumpingClock, manual, memory, runAt } from '../support/tracker-set-up.ts';
import { begin, classify, run } from '../support/wait-set-up.ts';
import { misbehaving, type Behaviour } from './behaviours.ts';

/** Makes one call with a function that misbehaves. Time passes as soon as nothing else happens. */
type Scenario = (behaviour: Behaviour) => Promise<unknown>;

const since = '2026-03-02T00:00:00Z';

function tick(options: Partial<TrackerOptions>): Promise<unknown> {
  const clock = new ManualClock(begin);
  const { source } = manual({ runs: [runAt('a', begin)] });
  return clock.run(createTracker({ source, classify, store: memory(), since, clock, ...options }).tick());
}

function wait(options: Partial<WaitOptions>, source: RunSource = sourceOf([], [run('a', 1, 'OK')])): Promise<unknown> {
  const clock = new ManualClock(begin);
  return clock.run(createWait({ source, classify, job: 'j', after: begin, timeout: '1h', clock, ...options }).result());
}

const own = (read: () => never): RunSource => ({ kind: 'history', read });
const broken = (clock: Clock, behaviour: Behaviour): Clock => {
  const bound = { now: () => clock.now(), date: () => clock.date() };
  if (behaviour === 'hangs') return { ...bound, wait: () => () => {} };
  return { ...bound, wait: () => () => {}, date: misbehaving(behaviour, Number.NaN) };
};

async function readEvents(store: Store): Promise<unknown> {
  const clock = new ManualClock(begin);
  const tracker = createTracker({ source: manual().source, classify, store, since, clock });
  return clock.run(tracker.events({ consumer: 'test', follow: false }).next());
}

async function exportDays(readDays: () => never): Promise<unknown> {
  const clock = new ManualClock(begin);
  const folder = mkdtempSync(join(tmpdir(), 'runs-'));
  const readIdentity = async () => ({ id: '1', environment: 'default' });
  const history = {
    readIdentity,
    readDays,
    readPage: async () => ({ runs: [], next: undefined }),
    readRuns: async () => [],
  };
  // The work of DuckDB takes no time on this clock.
  const exported = exportParquet(history, folder, { clock });
  let isEnded = false;
  const end = (): void => void (isEnded = true);
  exported.then(end, end);
  try {
    while (!isEnded) {
      if (clock.pending.size > 0) await clock.run(Promise.race([exported, clock.until(3_600_000)]).catch(() => {}));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await exported;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A store with a fake database that returns the rows its statements need. */
function postgres(replace: { query?: () => never; transaction?: () => never; work?: () => never }): Promise<unknown> {
  const clock = new JumpingClock(begin);
  const statements = createStatements('test');
  const event = { position: 1, id: 'e', type: 'gap', at: 1, data: '{}', key: null };
  const rows = new Map<string, readonly object[]>([
    [statements.lockCursor, [{ position: 0 }]],
    [statements.events, [event]],
  ]);
  const query = (async (text) => rows.get(text) ?? [{ position: 1 }]) as PostgresQuery;
  const transaction = async <Value>(work: (own: PostgresQuery) => Promise<Value>): Promise<Value> => work(query);
  const database = checkDatabase({ query, transaction, ...replace }, 30_000, guardClock(clock));
  const parts = { statements, environment: 'test', schema: 'test', holder: 'me', lease: 1_000, timeout: 30_000, clock };
  const store = createPostgresStore({ database, ...parts });
  return store.deliver('alerts', replace.work ?? (() => {}));
}

/** The scenarios, by the name of the callback in packages/runs/callbacks.json. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'Source of a tracker': (behaviour) => tick({ source: own(misbehaving(behaviour, { runs: 'none' })) }),
  'Source of a wait': (behaviour) => wait({}, own(misbehaving(behaviour, { runs: [{}] }))),
  Accessor: (behaviour) => {
    const stream = () =>
      (async function* () {
        yield { id: '1', job: 'j', at: begin };
      })();
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const status = misbehaving(behaviour, cyclic);
    const client = { history: { stream } } as never;
    return tick({
      source: historySource<{ id: string; job: string; at: number }>(client, {
        key: 'id',
        job: 'job',
        start: 'at',
        status,
      }),
    });
  },
  'Vocabulary of a tracker': (behaviour) =>
    tick({ classify: misbehaving(behaviour, { outcome: 'good', because: [] }) }),
  'Vocabulary of a wait': (behaviour) => wait({ classify: misbehaving(behaviour, 'succeeded') }),
  'Field of a vocabulary': (behaviour) => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    return tick({
      classify: defineOutcomes({ succeeded: ['OK'], fields: { status: misbehaving(behaviour, cyclic) } }),
    });
  },
  'Listener of a wait': (behaviour) => wait({ onPoll: misbehaving(behaviour, 7) }),
  'Store of a tracker': (behaviour) => tick({ store: { ...memory(), begin: misbehaving(behaviour, {}) } }),
  'Store of events': (behaviour) => readEvents({ ...memory(), readEvents: misbehaving(behaviour, [{ position: 0 }]) }),
  'Store of an export': (behaviour) => exportDays(misbehaving(behaviour, [{ day: 'today' }])),
  'PostgreSQL statement': (behaviour) => postgres({ query: misbehaving(behaviour, 'INSERT 0 1') }),
  'PostgreSQL transaction': (behaviour) => postgres({ transaction: misbehaving(behaviour, 7) }),
  Effect: (behaviour) => postgres({ work: misbehaving(behaviour, 7) }),
  'OpenTelemetry meter': async (behaviour) => {
    const create = misbehaving(behaviour, {});
    const meter = { createHistogram: create, createObservableCounter: create, createObservableGauge: create };
    return reportRunMetrics(createRunMetrics(), { meter: meter as unknown as Meter });
  },
  'Listener of durations': async (behaviour) => {
    const metrics = createRunMetrics();
    metrics.onDuration(misbehaving(behaviour, 7));
    metrics.observeRuns([{ key: '1', job: 'j', outcome: 'succeeded', start: begin, end: begin + 1 }]);
    return metrics.families();
  },
  'Clock of a tracker': (behaviour) => tick({ clock: broken(new ManualClock(begin), behaviour) }),
  'Clock of a wait': async (behaviour) => {
    const controller = new AbortController();
    const clock = broken(new ManualClock(begin), behaviour);
    return wait({ clock, signal: controller.signal, onPoll: () => queueMicrotask(() => controller.abort()) });
  },
  'Random numbers of a wait': (behaviour) => wait({ random: misbehaving(behaviour, 2) }),
};
