import { counted, formatCount, formatDuration } from '@syncline/core/internal';
import type { CommandContext } from '../command/define-command.ts';

/** The progress of an export. */
export interface Progress {
  /** How many runs were read since the command started */
  readonly runs: number;
  /** How much of the work is done, from 0 to 1, and of what; undefined if unknown */
  readonly share?: number | undefined;
  readonly of?: 'time' | 'jobs' | 'days' | undefined;
}

/** What ends an export, and who is told of its progress. */
export interface ExportTarget {
  readonly signal: CommandContext['signal'];
  readonly onProgress: (progress: Progress) => void;
}

const firstAfter = 1_000;
const onTerminalEvery = 100;
const elsewhereEvery = 10_000;

/**
 * Shows how many runs were read, how fast, and how much time is left: on a terminal in one line that is replaced,
 * elsewhere as a line every 10 seconds. An export that takes less than a second shows nothing.
 */
export function createProgress({
  clock,
  output,
}: Pick<CommandContext, 'clock' | 'output'>): (progress: Progress) => void {
  const began = clock.now();
  const isTerminal = output.view.width !== undefined;
  let next = began + firstAfter;
  /** The first known share. It may not be 0, because an earlier run of the command may have done a part. */
  let first: { readonly share: number; readonly at: number } | undefined;
  return ({ runs, share, of }) => {
    const now = clock.now();
    if (share !== undefined) first ??= { share, at: now };
    if (now < next) return;
    next = now + (isTerminal ? onTerminalEvery : elsewhereEvery);
    const elapsed = now - began;
    const parts = [`${counted(runs, 'run')} read`, `${formatCount(Math.round((runs * 1000) / elapsed))} a second`];
    if (share !== undefined) parts.push(`${Math.floor(share * 100)} % of the ${of ?? 'work'}`);
    if (share !== undefined && first !== undefined && share > first.share && share < 1)
      parts.push(
        `about ${formatDuration(Math.max(1_000, ((now - first.at) * (1 - share)) / (share - first.share)))} left`,
      );
    const text = `Exporting: ${parts.join(' · ')}`;
    if (isTerminal) output.progress(text);
    else output.note(text);
  };
}
