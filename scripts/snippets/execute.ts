import { spawn } from 'node:child_process';

/** What a program printed. The status of one that a signal ended is null. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program for at most two minutes. It has its own process group, so that the processes that it starts end with
 * it. Asynchronous, because a sandbox in this process may have to respond at the same time.
 */
export function execute(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let stdout = '';
  let stderr = '';
  const limit = setTimeout(() => {
    stderr += 'It was killed, because it did not end within two minutes.';
    process.kill(-child.pid!, 'SIGKILL');
  }, 120_000);
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve({ status, stdout, stderr }));
  }).finally(() => clearTimeout(limit));
}
