import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EXIT } from '../support/exit-codes.ts';

/** `syncline sandbox`: passes all arguments to `syncline-sandbox`, and returns its exit status. */
export function sandbox(args: readonly string[]): Promise<number> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@syncline/sandbox/package.json');
  const { bin } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
  const child = spawn(process.execPath, [join(manifest, '..', bin['syncline-sandbox'] ?? ''), ...args], {
    stdio: 'inherit',
  });
  // Ctrl-C interrupts both processes. The sandbox stops on its own, and this process waits for it.
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', () => undefined).on('SIGTERM', pass);
  return new Promise((done, fail) => {
    child.once('error', fail).once('exit', (code) => {
      process.off('SIGTERM', pass);
      done(code ?? EXIT.ok);
    });
  });
}
