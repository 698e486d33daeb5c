import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { FaultRule } from '../../src/index.ts';

/** What the process of a sandbox reports about itself. */
export interface ServerState {
  readonly requests: number;
  /** Responses of 500 and above without a fault. */
  readonly unasked: number;
  readonly rss: number;
  readonly heapUsed: number;
}

export interface Served {
  readonly port: number;
  readonly key: { readonly headerName: string; readonly value: string };
  /** After one more minute by its clock. */
  advance(): Promise<ServerState>;
  /** After garbage collection. */
  state(): Promise<ServerState>;
  /** After a reset of the sandbox and garbage collection. */
  reset(): Promise<ServerState>;
  close(): Promise<void>;
}

/** Starts a sandbox in its own process. */
export async function serve(rules: readonly FaultRule[] = [], strict = false): Promise<Served> {
  const child = fork(new URL('serve.ts', import.meta.url), [JSON.stringify({ rules, strict })], {
    execArgv: ['--conditions=@syncline/source', '--expose-gc'],
  });
  // A test that fails, or takes too long, does not reach `close`.
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
