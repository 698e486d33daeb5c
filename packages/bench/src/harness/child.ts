import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const flags = ['--conditions=@syncline/source', '--expose-gc', '--no-warnings'];

/**
 * Starts a script of this package in a separate process. It ends when its standard input closes, so it cannot outlive
 * the benchmark.
 */
function start(script: URL, args: readonly string[], nodeFlags: readonly string[]) {
  return spawn(process.execPath, [...flags, ...nodeFlags, fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** A server in a separate process, until it is closed. */
export interface Running {
  /** The CPU time of its process so far, in microseconds. */
  cpu(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a server: the script prints one JSON line when it is ready, and exits when its standard input ends. */
export async function startServer<Ready>(script: URL, args: readonly string[] = []): Promise<Ready & Running> {
  const child = start(script, args, []);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: line } = (await lines.next()) as { value: string | undefined };
  if (line === undefined)
    throw new Error(`${script.pathname.split('/').at(-1)} ended with code ${await exited} before it was ready`);
  return {
    ...(JSON.parse(line) as Ready),
    async cpu() {
      child.stdin.write('cpu\n');
      return Number((await lines.next()).value);
    },
    async close() {
      child.stdin.end();
      const late = setTimeout(() => child.kill(), 2_000);
      await exited;
      clearTimeout(late);
    },
  };
}

/**
 * Runs a script and returns the JSON of its last line. Use it for measurements that need a fresh heap, such as peak
 * memory or start-up time.
 */
export async function runScript<Result>(
  script: URL,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Result> {
  const child = start(script, args, nodeFlags);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let last = '';
  for await (const line of createInterface(child.stdout)) if (line !== '') last = line;
  const code = await exited;
  if (code !== 0 || last === '')
    throw new Error(
      `${script.pathname.split('/').at(-1)} ${args.join(' ')} ended with code ${code} and printed no result`,
    );
  return JSON.parse(last) as Result;
}
