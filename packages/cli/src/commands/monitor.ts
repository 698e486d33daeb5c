import { ConfigError, isConfigError } from '@syncline/core/internal';
import { type MonitorOptions, runMonitor } from '@syncline/ops/monitor';
import type { CommandContext } from '../formats/command-context.ts';
import { exitStatus, type ExitStatus } from '../command/exit-status.ts';

/** The options of `syncline monitor`, as on the command line. */
export interface MonitorCommandOptions
  extends Pick<MonitorOptions, 'host' | 'interval' | 'window' | 'definitionsEvery' | 'lease'> {
  readonly port?: string | undefined;
  readonly allowHost?: readonly string[] | undefined;
}

/** The options of the command line, by those of `runMonitor` */
const flags: Readonly<Record<string, string>> = {
  port: '--port',
  host: '--host',
  allowedHosts: '--allow-host',
  interval: '--interval',
  window: '--window',
  definitionsEvery: '--definitions-every',
};

/** `syncline monitor`: SIGTERM ends it with exit status 0, and Ctrl-C with 130. */
export async function monitor(
  { port, host, allowHost, interval, window, definitionsEvery, lease }: MonitorCommandOptions,
  { environment, clock, signal, output }: CommandContext,
): Promise<ExitStatus> {
  try {
    await runMonitor({
      environment,
      clock,
      signal,
      log: output.note,
      port: port === undefined ? undefined : /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN,
      host,
      allowedHosts: allowHost,
      interval,
      window,
      definitionsEvery,
      lease,
    });
  } catch (error) {
    const flag = isConfigError(error) ? flags[error.option] : undefined;
    if (!isConfigError(error) || flag === undefined) throw error;
    throw new ConfigError(flag, error.message.slice(error.option.length + 1));
  }
  const { reason } = signal;
  // A service manager, and not a person, stopped the process.
  const isTermination = reason instanceof Error && reason.message === 'SIGTERM';
  return isTermination ? exitStatus.yes : exitStatus.interrupted;
}
