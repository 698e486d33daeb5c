import { systemClock } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import type { Screen } from '../../src/terminal/screen.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { watch } from '../support/commands.ts';

/** A clock with pauses that end when the test calls `step`. */
function steppedClock() {
  let time = now;
  let waiting: (() => void) | undefined;
  let arrived = (): void => undefined;
  return {
    clock: {
      ...systemClock,
      date: () => time,
      wait: (milliseconds: number, run: () => void) => {
        if (milliseconds < 30_000) {
          waiting = run;
          arrived();
        }
        return () => undefined;
      },
    },
    /** Waits until the command pauses. */
    async paused() {
      if (waiting === undefined) await new Promise<void>((resolve) => (arrived = resolve));
    },
    step(milliseconds: number) {
      time += milliseconds;
      const run = waiting;
      waiting = undefined;
      run?.();
    },
  };
}

function fakeScreen(width: number, height: number) {
  const frames: string[] = [];
  const calls = new Map<string, () => void>();
  const size = { width, height };
  let isClosed = false;
  const screen: Screen = {
    size: () => size,
    draw: (frame) => frames.push(frame),
    close: () => (isClosed = true),
    on: (event, call) => calls.set(event, call),
  };
  return { screen, frames, size, send: (event: string) => calls.get(event)?.(), isClosed: () => isClosed };
}

test('draws the jobs, with one request per read after the first, and q keeps the last frame', async () => {
  const { clock, paused, step } = steppedClock();
  const { context, sandbox } = await setUp({ clock });
  const { screen, frames, send, isClosed } = fakeScreen(80, 24);
  const ended = watch({ interval: '10s' }, context, screen);
  await paused();
  // The first read sends a second request to find out whether the service holds records back.
  expect(sandbox.requests).toHaveLength(2);
  step(10_000);
  await paused();
  expect(sandbox.requests).toHaveLength(3);
  send('quit');
  expect(await ended).toBe(0);
  expect(isClosed()).toBe(true);
  const lines = frames.at(-1)?.split('\n') ?? [];
  expect(lines[0]).toBe('production · 11 jobs · 1 failed · 10 succeeded');
  expect(lines[3]).toMatch(/^✗ failed/);
  expect(lines.at(-1)).toBe('read 12:00:10 UTC · every 10s · q quits');
});

test('a frame fits the terminal, also after its size has changed', async () => {
  const { clock, paused } = steppedClock();
  const { context } = await setUp({ clock, sandbox: { scale: { jobs: 60, history: 3000 } } });
  const { screen, frames, size, send } = fakeScreen(80, 24);
  const ended = watch({ since: '30d' }, context, screen);
  await paused();
  for (const [width, height] of [
    [80, 24],
    [160, 50],
    [40, 10],
  ] as const) {
    Object.assign(size, { width, height });
    send('resize');
    const lines = (frames.at(-1) ?? '').split('\n');
    expect(lines.length).toBeLessThanOrEqual(height);
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width);
    expect(lines.join('\n')).toMatch(/… and \d+ more/);
  }
  send('quit');
  await ended;
});

test('a screen shows notes in the frame, and nothing else is written to the terminal', async () => {
  const { clock, paused, step } = steppedClock();
  const good = { historyid: 'h1', jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T09:00:00Z' };
  const nameless = { historyid: 'h2', status: 'FAILED', runstartdate: '2026-03-02T10:00:00Z' };
  const { context, sandbox, notes } = await setUp({ clock, sandbox: { data: { history: [good, nameless] } } });
  const progress: string[] = [];
  const output = { ...context.output, progress: (text: string) => void progress.push(text) };
  const { screen, frames, send } = fakeScreen(80, 12);
  sandbox.faults.next('listHistory', { status: 500 });
  const ended = watch({}, { ...context, output }, screen);
  await paused();
  expect(frames.at(-1)?.split('\n')[0]).toBe('production');
  step(10_000);
  await paused();
  expect(frames.at(-1)?.replace('\n', ' ')).toContain('1 history record could not be read as runs');
  send('quit');
  await ended;
  expect([progress, notes]).toEqual([[], []]);
});

test('Ctrl-C is 130', async () => {
  const { clock, paused } = steppedClock();
  const controller = new AbortController();
  const { context } = await setUp({ clock, signal: controller.signal });
  const ended = watch({}, context, fakeScreen(80, 24).screen);
  await paused();
  controller.abort();
  expect(await ended).toBe(130);
});

test('it ends when nobody reads its lines anymore', async () => {
  const { clock, paused } = steppedClock();
  const { context } = await setUp({ clock, format: 'ndjson' });
  const closed = new AbortController();
  const ended = watch({}, { ...context, output: { ...context.output, closed: closed.signal } }, undefined);
  await paused();
  closed.abort();
  expect(await ended).toBe(0);
});

test('a failure is shown with its reason on a narrow terminal, on as many lines as it needs', async () => {
  const { clock, paused } = steppedClock();
  const { context, sandbox } = await setUp({ clock });
  const { screen, frames, send } = fakeScreen(60, 12);
  sandbox.faults.next('listHistory', {
    status: 200,
    contentType: 'application/json',
    text: '{"value":[],"error":{"code":"Partial","message":"Some records could not be read, because the disk is full."}}',
  });
  const ended = watch({}, context, screen);
  await paused();
  const lines = (frames.at(-1) ?? '').split('\n');
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(lines.join(' ')).toMatch(/not read yet · .*because the disk is full/);
  send('quit');
  await ended;
});

test('a failed read is shown, and the next one continues', async () => {
  const { clock, paused, step } = steppedClock();
  const { context, sandbox } = await setUp({ clock });
  const { screen, frames, send } = fakeScreen(80, 24);
  sandbox.faults.next('listHistory', { status: 503 });
  const ended = watch({}, context, screen);
  await paused();
  expect(frames.at(-1)).toContain('503');
  step(10_000);
  await paused();
  expect(frames.at(-1)).not.toContain('503');
  send('quit');
  expect(await ended).toBe(0);
});

test('a steady 401 ends it with 3', async () => {
  const { clock, paused, step } = steppedClock();
  const { context, sandbox } = await setUp({ clock });
  for (let count = 0; count < 9; count += 1) sandbox.faults.next('listHistory', { status: 401 });
  const ended = watch({}, context, undefined);
  await paused();
  step(10_000);
  await paused();
  step(10_000);
  expect(await ended).toBe(3);
});

test('without a terminal, a line for each new or changed run', async () => {
  const { clock, paused, step } = steppedClock();
  const controller = new AbortController();
  const { context, text } = await setUp({ clock, signal: controller.signal });
  const ended = watch({}, context, undefined);
  await paused();
  const first = text().split('\n');
  expect(first).toHaveLength(11);
  expect(first.filter((line) => / failed /.test(line))).toHaveLength(1);
  for (const line of first) expect(line).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z (succeeded|failed) \S/);
  step(10_000);
  await paused();
  expect(text().split('\n')).toHaveLength(11);
  controller.abort();
  await ended;
});

test.each([
  [{ interval: '100ms' }, '--interval must be at least 1s'],
  [{ interval: 'often' }, '--interval must be a duration'],
])('%j is refused', async (options, message) => {
  await expect(watch(options, (await setUp()).context, undefined)).rejects.toThrow(message);
});
