import { ManualClock } from '@syncline/testing';
import {
  createWait,
  defineOutcomes,
  type RunSource,
  type SourceRun,
  type WaitOptions,
  type WaitPoll,
} from '../../src/index.ts';

export const classify = defineOutcomes({
  succeeded: ['OK'],
  warned: ['WARN'],
  failed: ['FAILED'],
  cancelled: ['STOPPED'],
  running: ['RUNNING'],
});
export const begin = Date.parse('2026-03-02T08:00:00Z');
export const second = 1_000;
/** A run of the job `j`, with its start and end given in seconds after `begin`. */
export const run = (key: string, offset: number, status: string, end?: number): SourceRun => ({
  key,
  job: 'j',
  start: begin + offset * second,
  end: end === undefined ? undefined : begin + end * second,
  rows: undefined,
  status,
  error: '',
  record: { history_id: key },
});

/** A wait on a virtual clock for any run of `j` after `begin`. */
export function setUp(source: RunSource, options: Partial<WaitOptions> = {}) {
  const clock = new ManualClock(begin);
  const polls: WaitPoll[] = [];
  const complete = {
    source,
    classify,
    job: 'j',
    after: begin,
    timeout: '10m',
    clock,
    random: () => 0.5,
    onPoll: (poll: WaitPoll) => polls.push(poll),
    ...options,
  } as WaitOptions;
  return { clock, polls, wait: createWait(complete), options: complete };
}
