/** The commands as functions of their options, as the command line calls them: options that are left out have their defaults. */
import { type Clock, systemClock } from '@syncline/core/internal';
import type {
  CommandContext,
  Interfaces,
  OptionDefinition,
  ProgramContext,
  TypedCommand,
  ValuesOf,
} from '../../src/command/define-command.ts';
import type { ExitStatus } from '../../src/command/exit-status.ts';
import { diagnose as diagnoseCommand } from '../../src/commands/diagnose.ts';
import { doctor as doctorCommand } from '../../src/commands/doctor.ts';
import { exportRuns as exportCommand } from '../../src/commands/export.ts';
import { freshness as freshnessCommand } from '../../src/commands/freshness.ts';
import { history as historyCommand } from '../../src/commands/history.ts';
import { jobs as jobsCommand } from '../../src/commands/jobs.ts';
import { lint as lintCommand } from '../../src/commands/lint.ts';
import { mcp as mcpCommand } from '../../src/commands/mcp.ts';
import { monitor as monitorCommand } from '../../src/commands/monitor.ts';
import { report as reportCommand } from '../../src/commands/report.ts';
import { snapshot as snapshotCommand } from '../../src/commands/snapshot.ts';
import { status as statusCommand } from '../../src/commands/status.ts';
import { wait as waitCommand } from '../../src/commands/wait.ts';
import { watch as watchCommand } from '../../src/commands/watch.ts';
import type { Screen } from '../../src/terminal/screen.ts';

function callable<Arguments, Options, Needs>(command: TypedCommand<Arguments, Options, Needs>) {
  const definitions = Object.entries<OptionDefinition>(command.options ?? {});
  const defaults = Object.fromEntries(definitions.map(([name, option]) => [name, defaultOf(option)]));
  return (
    options: Partial<ValuesOf<Arguments, Options>>,
    context: Needs extends Interfaces ? CommandContext : never,
  ): Promise<ExitStatus> => command.run({ ...defaults, ...options } as ValuesOf<Arguments, Options>, context);
}

function defaultOf(option: OptionDefinition): unknown {
  if (option.isRepeatable === true) return [];
  if (option.isPair === true) return {};
  return option.isNegated === true ? true : option.default;
}

export const diagnose = callable(diagnoseCommand);
export const exportRuns = callable(exportCommand);
export const freshness = callable(freshnessCommand);
export const history = callable(historyCommand);
export const jobs = callable(jobsCommand);
export const lint = callable(lintCommand);
export const monitor = callable(monitorCommand);
export const report = callable(reportCommand);
export const status = callable(statusCommand);
export const wait = callable(waitCommand);
export type ExportOptions = Parameters<typeof exportRuns>[0];
export type FreshnessOptions = Parameters<typeof freshness>[0];
export type ReportOptions = Parameters<typeof report>[0];

export function snapshot(folder: string, context: CommandContext): Promise<ExitStatus> {
  return snapshotCommand.run({ folder }, context);
}

/** @param screen - the terminal, if there is one that can be redrawn */
export function watch(
  options: Parameters<typeof watchOn>[0],
  context: CommandContext,
  screen: Screen | undefined,
): Promise<ExitStatus> {
  const openScreen = screen && (() => Promise.resolve(screen));
  return watchOn(options, { ...context, output: { ...context.output, openScreen } });
}
const watchOn = callable(watchCommand);

export function runMcp(
  options: Partial<Parameters<typeof mcpCommand.run>[0]>,
  configuration: Partial<ProgramContext['configuration']> = {},
): Promise<ExitStatus> {
  return mcpCommand.run({ http: undefined, port: undefined, ...options }, { configuration } as never);
}

export type DoctorOptions = Partial<Parameters<typeof doctorCommand.run>[0]>;

/** @param write - receives what the command prints */
export function doctor(
  options: DoctorOptions,
  format: 'text' | 'json',
  write: (text: string) => void,
  variables: ProgramContext['variables'],
  clock: Clock = systemClock,
): Promise<ExitStatus> {
  const output = { format, write, view: { width: undefined, colored: false, now: 0 } };
  const given = { odata: undefined, v2: undefined, header: [], proxy: undefined, ca: undefined, ...options };
  return doctorCommand.run({ allowInsecureHttp: undefined, ...given }, { output, variables, clock } as never);
}
