import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** `syncline monitor` in a process of its own. */
export interface MonitorProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has written so far */
  said(): string;
  /** Sends a signal, and waits for the end. @returns the exit status, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** Starts the monitor of a configuration, and waits until it listens. */
export async function startMonitorProcess(
  config: string,
  variables: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<MonitorProcess> {
  const main = join(import.meta.dirname, '../../../cli/src/bin.ts');
  const args = ['--conditions=@syncline/source', main, 'monitor', '--port', '0', '--config', config, ...options];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...variables },
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      const found = /listens on (http:\S+),/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The monitor ended: ${said}`)));
  });
  return {
    url,
    child,
    said: () => said,
    end: async (signal) => {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by;
    },
  };
}

/** Asks again until something is so. */
export async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await ask().catch(() => undefined);
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
