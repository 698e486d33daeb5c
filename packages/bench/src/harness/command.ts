import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Server } from './child.ts';

/** Milliseconds between two checks whether a command responds, and the number of checks. */
const everyMs = 50;
const looks = 400;

/** A free loopback port, for a command that cannot choose one itself. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a server with its own command, as its users do. Its log is discarded. The server is ready when `url` responds,
 * with any status.
 *
 * @throws {Error} when the command ends, or does not respond within 20 s
 */
export async function startCommand(
  program: URL,
  args: readonly string[],
  url: string,
  flags: readonly string[] = [],
): Promise<Server> {
  const log = openSync('/dev/null', 'w');
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), ...args], {
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const end = (): void => void child.kill();
  process.once('exit', end);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (let look = 0; !(await answers(url)); look++) {
    if (child.exitCode !== null || look === looks)
      throw new Error(`${program.pathname} does not respond at ${url}. Start it by hand to see why.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return {
    cpu: async () => cpuOf(child),
    close: async () => {
      end();
      await exited;
      process.off('exit', end);
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => (await response.arrayBuffer(), true),
    () => false,
  );

/** CPU time in microseconds, from the system, in steps of 10 ms; NaN without /proc. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    // The second field is a name in parentheses that can contain anything. Fields 14 and 15 are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}
