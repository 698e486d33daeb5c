import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A running hostile server. */
export interface HostileServer {
  readonly own: number;
  readonly other: number;
  /** Returns the number of requests in a run, and every request that the other origin ever received */
  seen(run: string): Promise<{ count: number; elsewhere: string[] }>;
  close(): void;
}

export const startServer = async (): Promise<HostileServer> => {
  const child = spawn(
    process.execPath,
    ['--conditions=@syncline/source', fileURLToPath(new URL('server.ts', import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the hostile server ended with ${code}`)));
  });
  const { own, other } = JSON.parse(line) as { own: number; other: number };
  return {
    own,
    other,
    seen: async (run) =>
      (await (await fetch(`http://127.0.0.1:${own}/seen/${run}`)).json()) as { count: number; elsewhere: string[] },
    close: () => child.stdin.end(),
  };
};
