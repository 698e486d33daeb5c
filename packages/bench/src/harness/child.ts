import { spawn } from 'node:child_process';
import { basename } from 'node:path';
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

/** A script in a separate process, until it is closed. */
export interface Running<About> {
  /** What the script said when it was ready. */
  readonly about: About;
  /** Sends one line, and returns what the script answers. */
  ask<Answer>(line: string): Promise<Answer>;
  close(): Promise<void>;
}

/** A server in a separate process, until it is closed. */
export interface Server {
  /** The CPU time of its process so far, in microseconds. */
  cpu(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a server: a script that calls `ready`. */
export async function startServer<About>(script: URL, args: readonly string[] = []): Promise<About & Server> {
  const { about, ask, close } = await startProcess<About>(script, args);
  return { ...about, cpu: () => ask('cpu'), close };
}

/**
 * Starts a script that calls `ready` (`server.ts`): it prints one JSON line when it is ready, and one for each question.
 *
 * @param nodeFlags - further flags of Node and V8
 */
export async function startProcess<About>(
  script: URL,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Running<About>> {
  const child = start(script, args, nodeFlags);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const read = async <Value>(): Promise<Value> => {
    const { value: line } = (await lines.next()) as { value: string | undefined };
    if (line === undefined) throw new Error(`${nameOf(script, args)} ended with code ${await exited}`);
    return JSON.parse(line) as Value;
  };
  return {
    about: await read<About>(),
    ask(line) {
      child.stdin.write(`${line}\n`);
      return read();
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
    throw new Error(`${nameOf(script, args)} ended with code ${code} and printed no result`);
  return JSON.parse(last) as Result;
}

function nameOf(script: URL, args: readonly string[]): string {
  return [basename(fileURLToPath(script)), ...args].join(' ');
}
