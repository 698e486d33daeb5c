import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** `syncline monitor` in its own process. */
export interface MonitorProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns everything that it has written so far */
  said(): string;
  /** Waits until it has written a text. */
  says(text: string): Promise<void>;
  /** Sends a signal and waits for the process to end. @returns the exit status, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** The text that a monitor writes when it becomes the leader. */
export const leads = 'this monitor reads the history from now on';

/** Starts a monitor that reads every second, and waits until it listens. The monitor ends with the test. */
export async function startFastMonitor(
  config: string,
  variables: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<MonitorProcess> {
  const fast = ['--interval', '1s', '--definitions-every', '0s', ...options];
  const monitor = await startMonitorProcess(config, variables, fast);
  onTestFinished(async () => void (await monitor.end('SIGKILL')));
  return monitor;
}

/** Starts a monitor and waits until it listens, or until it has written a text that contains its address. */
export async function startMonitorProcess(
  config: string,
  variables: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  until = 'listens on ',
): Promise<MonitorProcess> {
  const main = join(import.meta.dirname, '../../../cli/src/bin.ts');
  const args = ['--conditions=@syncline/source', main, 'monitor', '--port', '0', '--config', config, ...options];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...variables },
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  const isOver = ended.then(() => Promise.reject(new Error(`The monitor ended: ${said}`)));
  isOver.catch(() => undefined);
  const says = async (text: string): Promise<void> => {
    while (!said.includes(text)) await Promise.race([isOver, once(child.stderr!, 'data')]);
  };
  await says(until);
  await says('\n');
  return {
    url: /http:\/\/[\w.:]+/.exec(said)![0],
    child,
    said: () => said,
    says,
    end: async (signal) => {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by;
    },
  };
}
