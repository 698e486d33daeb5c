import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Running } from './child.ts';

/** Milliseconds between two looks whether a command answers, and how often it is looked. */
const everyMs = 50;
const looks = 400;

/** A port of the loopback that was free a moment ago, for a command that cannot choose one itself. */
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
 * Starts a server's own command as its users do, with the log that it writes by itself, which nobody keeps. Ready when `url` is
 * answered, whatever the status.
 *
 * @throws Error where the command ends, or answers nothing within 20 s
 */
export async function startCommand(
  program: URL,
  args: readonly string[],
  url: string,
  flags: readonly string[] = [],
): Promise<Running> {
  const log = openSync('/dev/null', 'w');
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), ...args], {
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const end = (): void => void child.kill();
  process.once('exit', end);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (let look = 0; !(await answers(url)); look++) {
    if (child.exitCode !== null || look === looks) throw new Error(`${program.pathname} does not answer at ${url}`);
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

/** Microseconds of CPU time by the system's count, whose step is 10 ms; NaN where there is no /proc. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    // The second field is a name in parentheses and may hold anything; user and system time are the 14th and 15th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}
