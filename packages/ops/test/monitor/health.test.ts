import { expect, test } from 'vitest';
import type { MonitorState } from '../../src/monitor/monitor.ts';
import { healthOf } from '../../src/monitor/pages.ts';

const tick = { at: 0, result: undefined, events: [], freshness: [], problem: undefined };
const problem = { code: 'NETWORK_ERROR', message: 'no' };
const state = (facts: Partial<MonitorState>): MonitorState => ({
  last: tick,
  lastGood: 1_000_000,
  isLeader: true,
  revision: 1,
  ...facts,
});

test.each([
  ['before the first tick', { last: undefined, lastGood: undefined }, 0, 60, { ready: false, role: 'starting' }],
  [
    'a first tick that failed',
    { last: { ...tick, problem }, lastGood: undefined },
    0,
    60,
    { ready: false, role: 'starting', problem },
  ],
  ['the leader', {}, 30, 60, { ready: true, role: 'leader', lastGoodTickAgeSeconds: 30 }],
  ['on standby', { isLeader: false }, 30, 60, { ready: true, role: 'standby' }],
  [
    'on standby, and no monitor has read yet',
    { isLeader: false, lastGood: undefined, last: { ...tick, result: {} as never } },
    0,
    60,
    { ready: false, role: 'standby' },
  ],
  ['on standby, and the leader no longer reads', { isLeader: false }, 181, 60, { ready: false, role: 'standby' }],
  ['one tick that failed', { last: { ...tick, problem } }, 70, 60, { ready: true, problem }],
  ['three intervals', {}, 180, 60, { ready: true }],
  ['more than three intervals', {}, 181, 60, { ready: false }],
  ['a short interval has a minute', {}, 60, 1, { ready: true }],
  ['and no more', {}, 61, 1, { ready: false }],
  ['a clock that was set back', {}, -5, 60, { ready: true, lastGoodTickAgeSeconds: 0 }],
] as const)('%s', (_case, facts, ageSeconds, every, expected) => {
  const options = { everyMs: every * 1_000, now: 1_000_000 + ageSeconds * 1_000, isStopping: false };
  expect(healthOf(state(facts), options)).toMatchObject(expected);
});

test('a monitor that stops is not ready', () => {
  const options = { everyMs: 60_000, now: 1_000_000, isStopping: true };
  expect(healthOf(state({}), options)).toMatchObject({ ready: false, role: 'stopping' });
});
