import type { Clock } from '@syncline/core/internal';
import type { ReportCommand } from '../ci/command-report.ts';
import type { Environment } from '../environment/environment.ts';
import type { Format, PrintOptions } from '../print/print-rows.ts';

/** The input of every command in addition to its own options. */
export interface CommandContext {
  readonly environment: Environment;
  readonly output: CommandOutput;
  readonly clock: Clock;
  /** Aborted by Ctrl-C and SIGTERM */
  readonly signal: AbortSignal;
}

/** Where and how a command prints. */
export interface CommandOutput extends Pick<PrintOptions<never>, 'format' | 'fields' | 'view' | 'write'> {
  readonly format: Format;
  /** Shows on stderr what a command is doing, but only on a terminal. Each text replaces the previous one. */
  readonly progress: (text: string) => void;
  /** Writes a line for people to stderr. */
  readonly note: (text: string) => void;
  /** Shows the result in a CI service. @default not shown */
  readonly report?: ReportCommand | undefined;
  /** Aborted when nobody reads the result anymore. A command that prints until it is stopped then ends. @default never */
  readonly closed?: AbortSignal | undefined;
}
