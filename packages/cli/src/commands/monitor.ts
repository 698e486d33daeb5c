import { setFlagsFromString } from 'node:v8';
import { ConfigError, isConfigError } from '@syncline/core/internal';
import { runMonitor } from '@syncline/ops/monitor';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

/** The options of the command line, by those of `runMonitor` */
const flags: Readonly<Record<string, string>> = {
  port: '--port',
  host: '--host',
  allowedHosts: '--allow-host',
  interval: '--interval',
  window: '--window',
  definitionsEvery: '--definitions-every',
};

/** `syncline monitor`: reads the history into the store at regular intervals, and serves what it knows. */
export const monitor = defineCommand({
  name: 'monitor',
  group: 'operators',
  summary: 'read the history into the store at regular intervals, and serve /metrics, /health and a live page',
  options: {
    port: { value: 'number', text: 'the port to listen on; 0 for any free port', default: '9464' },
    host: {
      value: 'address',
      text: 'the address to listen on; by default, only this machine can connect',
      default: '127.0.0.1',
    },
    allowHost: { value: 'name', text: 'a host name that requests may use; repeatable', isRepeatable: true },
    interval: { value: 'duration', text: 'how often to read the history, with one request', default: '1m' },
    window: {
      value: 'duration',
      text: 'how far back to read runs into an empty store, and to show them',
      default: '7d',
    },
    definitionsEvery: {
      value: 'duration',
      text: 'how often to read the job definitions; 0s for never',
      default: '6h',
    },
    lease: {
      value: 'duration',
      text: 'how long another monitor waits before it replaces one that failed (PostgreSQL)',
      default: '30s',
    },
  },
  examples: ['syncline monitor', 'syncline monitor --port 9464 --host 0.0.0.0 --allow-host syncline-monitor'],
  exitStatuses: { 0: 'SIGTERM stopped the monitor', 3: 'the store can no longer be used' },
  environment: { odata: 'required', v2: 'optional' },
  isRecordable: false,
  async run(options, { environment, clock, signal, output }) {
    // Otherwise, V8 reserves 100 MB more for young objects, which a monitor of 10,000 jobs does not need.
    setFlagsFromString('--semi-space-growth-factor=1');
    const { port, host, allowHost, interval, window, definitionsEvery, lease } = options;
    try {
      await runMonitor({
        environment,
        clock,
        signal,
        log: output.note,
        port: /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN,
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
    const isTermination = (reason as Partial<Error> | undefined)?.message === 'SIGTERM';
    return isTermination ? exitStatus.yes : exitStatus.interrupted;
  },
});
