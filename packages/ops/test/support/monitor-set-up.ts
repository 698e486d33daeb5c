import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { type MonitorOptions, runMonitor } from '../../src/monitor/run-monitor.ts';
import type { MonitorConsumer, MonitorTick } from '../../src/monitor/monitor.ts';
import { now, setUp, type SetUp } from './command-context.ts';
import { folderWith } from './folder.ts';

/** A monitor for a sandbox. It ticks when the test moves the clock. */
export async function startMonitor(
  options: Partial<MonitorOptions> = {},
  set: SetUp = {},
  consumers: readonly MonitorConsumer[] = [],
) {
  const clock = set.clock instanceof ManualClock ? set.clock : new ManualClock(now);
  const stop = new AbortController();
  const file = join(folderWith({}), 'runs.db');
  const { context, sandbox, notes } = await setUp({
    clock,
    signal: stop.signal,
    ...set,
    environment: { store: { sqlite: file }, ...set.environment },
  });
  const ticks: MonitorTick[] = [];
  let arrived = (): void => undefined;
  const follow: MonitorConsumer = (tick) => {
    ticks.push(tick);
    arrived();
  };
  let listening = (_url: string): void => undefined;
  const url = new Promise<string>((resolve) => (listening = resolve));
  const ended = runMonitor({
    environment: context.environment,
    clock,
    signal: stop.signal,
    log: context.output.note,
    port: 0,
    definitionsEvery: '0s',
    consumers: [...consumers, follow],
    onListening: listening,
    ...options,
  });
  const failed = ended.then(() => new Promise<never>(() => undefined));
  /** Moves the clock until the monitor has ended. */
  const end = async (): Promise<void> => {
    let isOver = false;
    const over = (): void => void (isOver = true);
    ended.then(over, over);
    stop.abort();
    for (; !isOver; clock.advance(1_000)) await new Promise((resolve) => setImmediate(resolve));
  };
  onTestFinished(end);
  const ticked = async (count: number): Promise<MonitorTick> => {
    while (ticks.length < count) await Promise.race([failed, new Promise<void>((resolve) => (arrived = resolve))]);
    // A tick writes to the log after it has called its consumers.
    await new Promise((resolve) => setImmediate(resolve));
    return ticks[count - 1]!;
  };
  const base = await Promise.race([failed, url]);
  return {
    context,
    sandbox,
    notes,
    clock,
    ticks,
    file,
    ended,
    end,
    stop: () => stop.abort(),
    // A server closes an idle connection after some seconds. Browsers then ask again; Node's fetch does not.
    get: (path: string, init?: RequestInit) =>
      fetch(`${base}${path}`, init).catch((error: { readonly cause?: { readonly code?: string } }) => {
        if (!['ECONNRESET', 'UND_ERR_SOCKET'].includes(error.cause?.code ?? '')) throw error;
        return fetch(`${base}${path}`, init);
      }),
    url: base,
    ticked,
    /** Moves the clock by one interval and waits for the tick. */
    async next(milliseconds = 60_000): Promise<MonitorTick> {
      const count = ticks.length + 1;
      // The monitor calls its consumers in one turn and starts its pause in a later one.
      await Promise.race([failed, clock.awaited(milliseconds)]);
      clock.advance(milliseconds);
      return ticked(count);
    },
  };
}
