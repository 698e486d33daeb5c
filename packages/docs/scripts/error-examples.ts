/**
 * Runs the program of each error code in `packages/docs/errors`, in an empty folder, and prints what it threw as JSON. It
 * is a process of its own, because programs leave timers behind and a pause between requests is shortened.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = new URL('../errors/', import.meta.url);
const home = process.cwd();
const empty = mkdtempSync(join(tmpdir(), 'error-examples-'));
process.chdir(empty);

const { setTimeout: wait } = globalThis;
let current = '';
/** A wait gives up after three refusals, and pauses between them. */
const isPause = (milliseconds: number) => current === 'WAIT_UNREADABLE' && milliseconds < 60_000;
globalThis.setTimeout = ((callback: () => void, milliseconds = 0) =>
  wait(callback, isPause(milliseconds) ? 1 : milliseconds)) as typeof wait;

const thrown: Record<string, { code: unknown; message: string; help: unknown }> = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
  const name = file.slice(0, -3);
  current = name;
  try {
    await import(new URL(file, folder).href);
    thrown[name] = { code: undefined, message: 'nothing was thrown', help: undefined };
  } catch (error) {
    const { code, message, help } = error as { code?: unknown; message: string; help?: unknown };
    thrown[name] = { code, message, help };
  }
  for (const left of readdirSync('.')) rmSync(left, { recursive: true });
}
process.chdir(home);
rmSync(empty, { recursive: true });
process.stdout.write(JSON.stringify(thrown), () => process.exit(0));
