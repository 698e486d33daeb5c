import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exitStatus } from '../command/exit-status.ts';

/** `syncline sandbox`: passes all arguments to `syncline-sandbox`, and returns its exit status. */
export function sandbox(args: readonly string[]): Promise<number> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@syncline/sandbox/package.json');
  const { bin } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
  const child = spawn(process.execPath, [join(manifest, '..', bin['syncline-sandbox'] ?? ''), ...args], {
    stdio: 'inherit',
  });
  // On a terminal, Ctrl-C interrupts both processes. A second SIGINT would end the sandbox before it has stopped.
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return new Promise((done, fail) => {
    child.once('error', fail).once('exit', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      done(code ?? exitStatus.interrupted);
    });
  });
}
