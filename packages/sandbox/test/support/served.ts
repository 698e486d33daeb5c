import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { FaultRule } from '../../src/index.ts';

/** The state that the process of a sandbox reports. */
export interface ServerState {
  readonly requests: number;
  /** The number of responses with status 500 or above that no fault caused. */
  readonly unasked: number;
  readonly rss: number;
  readonly heapUsed: number;
}

export interface Served {
  readonly port: number;
  readonly key: { readonly headerName: string; readonly value: string };
  /** Advances the sandbox's clock by one minute and returns the state. */
  advance(): Promise<ServerState>;
  /** Collects garbage and returns the state. */
  state(): Promise<ServerState>;
  /** Resets the sandbox, collects garbage and returns the state. */
  reset(): Promise<ServerState>;
  close(): Promise<void>;
}

/** Starts a sandbox in its own process. */
export async function serve(rules: readonly FaultRule[] = [], strict = false): Promise<Served> {
  const child = fork(new URL('serve.ts', import.meta.url), [JSON.stringify({ rules, strict })], {
    execArgv: ['--conditions=@syncline/source', '--expose-gc'],
  });
  // A test that fails or times out does not reach `close`.
  onTestFinished(() => void child.kill());
  const [{ port, key }] = (await once(child, 'message')) as [Pick<Served, 'port' | 'key'>];
  const ask = async (message: string): Promise<ServerState> => {
    child.send(message);
    return ((await once(child, 'message')) as [ServerState])[0];
  };
  return {
    port,
    key,
    advance: () => ask('advance'),
    state: () => ask('state'),
    reset: () => ask('reset'),
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
