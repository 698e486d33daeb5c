import { printProblem } from '../terminal/print-problem.ts';
import { stat } from 'node:fs/promises';
import type { Recorder } from '@syncline/client/recorder';
import { ConfigError, isConfigError, isSynclineError, systemClock } from '@syncline/core/internal';
import { readSnapshot } from '@syncline/jobs/node';
import { checkConfig, type Environment, openEnvironment } from '@syncline/ops';
import type { CommandContext } from '../formats/command-context.ts';
import { diagnose as diagnoseCommand } from '../commands/diagnose.ts';
import { drift } from '../commands/drift.ts';
import { type ExitStatus, exitStatus } from '../command/exit-status.ts';
import { type ExportOptions, exportRuns } from '../commands/export.ts';
import { freshness } from '../commands/freshness.ts';
import { history } from '../commands/history.ts';
import { jobs } from '../commands/jobs.ts';
import { lint, snapshotOf } from '../commands/lint.ts';
import { monitor } from '../commands/monitor.ts';
import { report } from '../commands/report.ts';
import { snapshot } from '../commands/snapshot.ts';
import { status } from '../commands/status.ts';
import { toJson } from '../formats/to-json.ts';
import { wait } from '../commands/wait.ts';
import { watch, type WatchOptions } from '../commands/watch.ts';
import type { Output } from '../terminal/output.ts';
import { type OperatorOptions, outputOf, tellError } from './operator-output.ts';
import { runMcp } from './run-mcp.ts';

export type { OperatorOptions };

/** The operator commands, by name. */
export type RunOperator = Readonly<
  Record<
    | 'jobs'
    | 'status'
    | 'history'
    | 'wait'
    | 'watch'
    | 'diagnose'
    | 'freshness'
    | 'lint'
    | 'snapshot'
    | 'drift'
    | 'export'
    | 'report'
    | 'monitor'
    | 'mcp'
    | 'configCheck',
    (options: OperatorOptions) => Promise<void>
  >
>;

/** The interfaces that a command needs, and those that it uses if they are configured. */
interface Interfaces {
  readonly needs?: readonly ('odata' | 'v2')[];
  readonly uses?: readonly ('odata' | 'v2')[];
}

const runsFrom: Interfaces = { uses: ['odata', 'v2'] };

/**
 * @param settle - receives the exit status
 * @param recorder - records what the clients send and receive
 */
export function createOperator(
  output: Output,
  settle: (status: number) => void,
  recorder?: Pick<Recorder, 'transport'>,
): RunOperator {
  const open = async (options: OperatorOptions, { needs = [], uses = [] }: Interfaces, name?: string) =>
    openEnvironment({ file: options.config, environment: name, needs, uses, recorder });

  const withContext =
    <Options extends object>(
      interfaces: Interfaces,
      command: (options: Options, context: CommandContext) => Promise<ExitStatus>,
    ): ((options: OperatorOptions) => Promise<void>) =>
    async (options) => {
      settle(
        await guarded(options, output, async (signal, opened) => {
          const environment = await open(options, interfaces, options.environment);
          opened.name = environment.name;
          try {
            // The names of the options are those in the definition of the command.
            return await command(options as object as Options, contextOf(environment, options, output, signal));
          } finally {
            await environment.close();
          }
        }),
      );
    };

  return {
    jobs: withContext({ needs: ['v2'], uses: ['odata'] }, jobs),
    status: withContext(runsFrom, status),
    history: withContext(runsFrom, history),
    wait: withContext(runsFrom, wait),
    watch: withContext(runsFrom, async (options: WatchOptions, context) => {
      const canDraw = output.terminal !== undefined && output.terminal.isDumb !== true;
      const isDrawn = canDraw && context.output.format === 'table';
      // Loaded only here, because its libraries take as long to load as the rest of a command.
      const screen = isDrawn ? (await import('../terminal/screen.ts')).createScreen() : undefined;
      return watch(options, context, screen);
    }),
    diagnose: withContext(runsFrom, diagnoseCommand),
    freshness: withContext(runsFrom, freshness),
    lint: withContext({ needs: ['odata'], uses: ['v2'] }, lint),
    snapshot: withContext({ needs: ['odata', 'v2'] }, ({ folder }: { readonly folder: string }, context) =>
      snapshot(folder, context),
    ),
    // The store needs no interface of the service.
    export: (options) =>
      withContext(options['from'] === 'store' ? {} : runsFrom, (given: ExportOptions, context) =>
        exportRuns(given, context),
      )(options),
    report: withContext(runsFrom, report),
    monitor: withContext({ needs: ['odata'], uses: ['v2'] }, monitor),
    drift: async (options) => {
      settle(await guarded(options, output, (signal, opened) => compare(options, output, signal, opened, open)));
    },
    mcp: async (options) => settle(await runMcp(options)),
    configCheck: async (options) => {
      settle(
        await guarded(options, output, async () => {
          const { view } = outputOf(options, output);
          const { config: file, environment } = options;
          const checked = await checkConfig({ file, environment });
          const { ok, problems } = checked;
          const text = [...problems.map((problem) => printProblem(checked.file, problem, view)), checked.summary].join(
            '\n',
          );
          output.out(options.json === true ? toJson({ ok, problems }, 2) : text);
          return ok ? exitStatus.yes : exitStatus.badInput;
        }),
      );
    },
  };
}

function contextOf(
  environment: Environment,
  options: OperatorOptions,
  output: Output,
  signal: AbortSignal,
): CommandContext {
  return { environment, clock: systemClock, signal, output: outputOf(options, output) };
}

async function compare(
  options: OperatorOptions,
  output: Output,
  signal: AbortSignal,
  opened: Opened,
  open: (options: OperatorOptions, interfaces: Interfaces, name: string) => Promise<Environment>,
): Promise<ExitStatus> {
  const { before, after, base, different, mapConnection, mapJob } = options as OperatorOptions & {
    readonly before: string;
    readonly after: string;
    readonly base?: string;
    readonly different?: boolean;
    readonly mapConnection: Readonly<Record<string, string>>;
    readonly mapJob: Readonly<Record<string, string>>;
  };
  const sideOf = async (side: string, name: string) => {
    if (await isFolder(name)) return { snapshot: await readSnapshot(name), isEnvironment: false };
    const environment = await open(options, { needs: ['odata', 'v2'] }, name).catch((error: unknown) => {
      if (!isConfigError(error) || error.option !== '--environment') throw error;
      throw new ConfigError(
        side,
        `must be the folder of a snapshot, or an environment of the configuration; ${JSON.stringify(name)} is neither`,
      );
    });
    opened.name = name;
    try {
      return { snapshot: await snapshotOf(contextOf(environment, options, output, signal)), isEnvironment: true };
    } finally {
      await environment.close();
    }
  };
  const [one, other] = [await sideOf('BEFORE', before), await sideOf('AFTER', after)];
  const areDifferent = different === true || (one.isEnvironment && other.isEnvironment);
  return drift(
    one.snapshot,
    other.snapshot,
    {
      environments: areDifferent ? 'different' : 'same',
      names: mapJob,
      connections: mapConnection,
      base: base === undefined ? undefined : await readSnapshot(base),
    },
    outputOf(options, output),
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** The environment of a command, for its error messages. */
interface Opened {
  name: string | undefined;
}

/** Runs a command until it ends or is interrupted. Errors become a message and an exit status. */
async function guarded(
  options: OperatorOptions,
  output: Output,
  command: (signal: AbortSignal, opened: Opened) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const opened: Opened = { name: undefined };
  const interruption = new AbortController();
  const interrupt = (name: NodeJS.Signals): void => {
    // A second interrupt ends the process immediately, without waiting for work in progress.
    if (interruption.signal.aborted) process.exit(exitStatus.interrupted);
    interruption.abort(new DOMException(name, 'AbortError'));
  };
  // Not `once`: the library that restores the cursor ends the process if there is no other listener.
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await command(interruption.signal, opened);
  } catch (error) {
    output.terminal?.progress('');
    if (interruption.signal.aborted) return exitStatus.interrupted;
    if (!isSynclineError(error)) throw error;
    await tellError(error, opened.name ?? 'NAME', options, output);
    return isConfigError(error) && !isFullDisk(error) ? exitStatus.badInput : exitStatus.unknown;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Whether a file could not be written for a reason that is not in the input. The answer then did not arrive. */
function isFullDisk({ cause }: ConfigError): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '');
}
