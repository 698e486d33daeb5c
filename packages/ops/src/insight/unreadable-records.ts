import { ConfigError } from '@syncline/core/internal';
import type { RunPage } from '@syncline/runs';
import { counted } from '../config/counted.ts';

/** How many records arrived, and how many of them could not be read as runs. */
type Arrived = Pick<RunPage, 'rows' | 'unreadable'>;

/** A sentence about the records that could not be read as runs; undefined if there are none. */
export function unreadableNote({ unreadable: { count, problem } }: Pick<Arrived, 'unreadable'>): string | undefined {
  if (count === 0) return undefined;
  return `${counted(count, 'history record')} could not be read as runs, by the entry history of the configuration: ${problem}.`;
}

/** The error if the entry `history` of the configuration fits none of the records that arrived. */
export function historyMisfit({ rows, unreadable: { count, problem } }: Arrived): ConfigError | undefined {
  if (count === 0 || count < rows) return undefined;
  return new ConfigError(
    'history',
    `fits none of the ${counted(rows, 'record')} that the service returned: ${problem}. Name the properties that the records have`,
  );
}
