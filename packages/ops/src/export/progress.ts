import type { CommandContext } from '../context/command-context.ts';
import { formatDuration } from '../print/format-time.ts';

/** How far an export is. */
export interface Progress {
  /** How many runs were read since the command started */
  readonly runs: number;
  /** How much of the work is done, from 0 to 1; undefined if that is not known */
  readonly share: number | undefined;
}

const firstAfter = 1_000;
const onTerminalEvery = 100;
const elsewhereEvery = 10_000;
const grouped = new Intl.NumberFormat('en');

/** A count as a person reads it: `102,400 runs`. */
export function countedRuns(runs: number): string {
  return `${grouped.format(runs)} ${runs === 1 ? 'run' : 'runs'}`;
}

/**
 * Shows how many runs were read, how fast, and how long it still takes: on a terminal in one line that is replaced,
 * elsewhere as a line every 10 seconds. An export that takes less than a second shows nothing.
 *
 * @param beginsAt - the share that was done before the command started
 */
export function createProgress(
  { clock, output }: Pick<CommandContext, 'clock' | 'output'>,
  beginsAt: number,
): (progress: Progress) => void {
  const began = clock.now();
  const isTerminal = output.view.width !== undefined;
  let next = began + firstAfter;
  return ({ runs, share }) => {
    const now = clock.now();
    if (now < next) return;
    next = now + (isTerminal ? onTerminalEvery : elsewhereEvery);
    const elapsed = now - began;
    const parts = [`${countedRuns(runs)} read`, `${grouped.format(Math.round((runs * 1000) / elapsed))} a second`];
    if (share !== undefined) parts.push(`${Math.floor(share * 100)} %`);
    const done = share === undefined ? 0 : share - beginsAt;
    if (share !== undefined && done > 0 && share < 1)
      parts.push(`about ${formatDuration(Math.max(1_000, (elapsed * (1 - share)) / done))} left`);
    const text = `Exporting: ${parts.join(' · ')}`;
    if (isTerminal) output.progress(text);
    else output.note(text);
  };
}
