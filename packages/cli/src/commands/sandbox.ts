import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineCommand } from '../command/define-command.ts';
import { type ExitStatus, exitStatus } from '../command/exit-status.ts';

/** `syncline sandbox`: passes all arguments to `syncline-sandbox`, and returns its exit status. */
export const sandbox = defineCommand({
  name: 'sandbox',
  group: 'developers',
  summary: 'run a local copy of the service; takes the options of syncline-sandbox',
  arguments: { options: { text: '', isOptional: true, isVariadic: true } },
  exitStatuses: { 0: 'you stopped it', 2: 'an option or a file cannot be used; nothing was started' },
  passesOptions: true,
  async run({ options }) {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve('@syncline/sandbox/package.json');
    const { bin } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
    // On a terminal, Ctrl-C interrupts both processes. A second SIGINT would end the sandbox before it has stopped.
    const stop = (): void => void child.kill('SIGTERM');
    // Before the sandbox starts: a signal that arrives meanwhile would end this program only.
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const child = spawn(process.execPath, [join(manifest, '..', bin['syncline-sandbox'] ?? ''), ...options], {
      stdio: 'inherit',
    });
    return new Promise((done, fail) => {
      child.once('error', fail).once('exit', (code) => {
        process.off('SIGINT', stop).off('SIGTERM', stop);
        done((code ?? exitStatus.interrupted) as ExitStatus);
      });
    });
  },
});
