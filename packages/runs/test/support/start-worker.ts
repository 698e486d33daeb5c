import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PostgresFixture } from './postgres-fixture.ts';

/** Starts `postgres-worker.mjs` and waits until it has stopped at the given statement of its transaction. */
export async function startWorker({ server, schema }: PostgresFixture, stopAt: number) {
  const script = join(import.meta.dirname, 'postgres-worker.mjs');
  const args = ['--conditions=@syncline/source', script, server.connection.host, schema, String(stopAt)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string | undefined;
  const first = await line();
  if (first !== 'stopped') throw new Error(`the worker ended with ${first} before statement ${stopAt}`);
  return {
    pause: () => child.kill('SIGSTOP'),
    /** Continues the worker. @returns `written`, or the code of the error */
    async resume(): Promise<string | undefined> {
      child.kill('SIGCONT');
      child.stdin.write('go on\n');
      const result = await line();
      await ended;
      return result;
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
