import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const flags = ['--conditions=@syncline/source', '--expose-gc', '--no-warnings'];

/** A script of this package as a process of its own. It ends when its standard input closes, so none outlives the bench. */
function start(script: URL, args: readonly string[], nodeFlags: readonly string[]) {
  return spawn(process.execPath, [...flags, ...nodeFlags, fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** A server in a process of its own, until it is closed. */
export interface Running {
  /** The CPU time that its process has taken so far, in microseconds. */
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

/** Runs a script to its end and gives the JSON of the last line it printed: for what needs a fresh heap (peak memory, start-up time). */
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
