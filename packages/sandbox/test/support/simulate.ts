import type { SandboxData } from '../../src/data/records.ts';
import { type SandboxLife, createLife } from '../../src/runs/life.ts';
import type { Script } from '../../src/runs/script.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { type Store, createStore } from '../../src/store/store.ts';
import { type SandboxClock, createClock } from '../../src/time/clock.ts';

export const start = '2026-03-01T10:07:30Z';

export interface Simulated {
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly life: SandboxLife;
}

/** Simulated runs with a store, without a server. */
export function simulate(
  data: SandboxData,
  options: { readonly script?: Script; readonly resume?: boolean; readonly seed?: number } = {},
): Simulated {
  const clock = createClock({ start, running: false });
  const store = createStore(openNodeSqlite(), data);
  return { clock, store, life: createLife({ store, clock, ...options }) };
}

export type Row = Record<string, unknown>;
export function history(store: Store): Row[] {
  const { text, rest = [] } = store.list('history', {});
  return JSON.parse(`[${text}${[...rest].join('')}]`) as Row[];
}
export const everything = ({ store }: Simulated): unknown => ({
  history: history(store),
  status: store.listJobs().map(({ JobId }) => store.jobStatus(String(JobId))),
  tasks: store.listTaskHistoryKeys().map((key) => store.taskHistory(key)),
});
