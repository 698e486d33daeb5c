import { run } from '../../src/index.ts';

/** Runs a command line in this process and records what it prints. */
export async function runCommand(...args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const status = await run(args, { out: (text) => out.push(text), err: (text) => err.push(text), colored: false });
  return { status, out: out.join('\n'), err: err.join('\n') };
}
