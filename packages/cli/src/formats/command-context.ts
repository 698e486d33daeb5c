import type { QueryContext, QueryOutput } from '@syncline/ops';
import type { ReportCommand } from './command-report.ts';
import type { Format, PrintOptions } from './print-rows.ts';

/** The input of every command in addition to its own options. */
export interface CommandContext extends QueryContext {
  readonly output: CommandOutput;
}

/** Where and how a command prints. */
export interface CommandOutput extends QueryOutput, Pick<PrintOptions<never>, 'fields' | 'view' | 'write'> {
  readonly format: Format;
  /** Shows the result in a CI service. @default not shown */
  readonly report?: ReportCommand | undefined;
  /** Aborted when nobody reads the result anymore. A command that prints until it is stopped then ends. @default never */
  readonly closed?: AbortSignal | undefined;
}
