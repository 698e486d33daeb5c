import type { Writable } from 'node:stream';
import { createSandbox, type ListeningSandbox, type Sandbox } from '../listen/create-sandbox.ts';
import { isConfigError } from '@syncline/core/errors';
import { checkPort } from '../listen/listen.ts';
import { createTurnBatch } from '../listen/turn-batch.ts';
import { announce, announceJson } from './announce.ts';
import { readCommand } from './read-command.ts';
import { help } from './help.ts';
import { createLoadProgress } from './load-progress.ts';
import { logLine } from './log-line.ts';

/** Where the command writes. */
export interface Terminal {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly color: boolean;
  readonly version: string;
  /** Called when the sandbox listens, before its address is printed: whoever reads the address may stop it at once. */
  readonly onListening?: ((serving: Serving) => void) | undefined;
}

/** A listening sandbox. `flushLog` writes the log lines that are still buffered. */
export interface Serving {
  readonly sandbox: Sandbox;
  readonly listening: ListeningSandbox;
  readonly flushLog: () => void;
}

/** The result of the command: an exit code, or a listening sandbox. */
export type Started = { readonly exitCode: number } | ({ readonly exitCode: undefined } & Serving);

/** Runs the command until it listens. A mistake in the arguments is one line on `stderr` and exit code 2. */
export async function run(args: readonly string[], terminal: Terminal): Promise<Started> {
  const { stdout, stderr, color, version } = terminal;
  let sandbox: Sandbox | undefined;
  try {
    const progress = createLoadProgress(stderr, () => performance.now());
    const command = readCommand(args, progress.bytes);
    if (command.kind !== 'serve') {
      stdout.write(command.kind === 'help' ? help : `${version}\n`);
      return { exitCode: 0 };
    }
    if (command.note !== undefined) stderr.write(`syncline-sandbox: ${command.note}\n`);
    const silent = command.json || command.quiet;
    const lines = createTurnBatch<string>((all) => void stdout.write(all.join('')));
    await checkPort(command);
    sandbox = createSandbox({
      ...command.options,
      onProgress: progress.records,
      ...(!silent && { onRequest: (request) => lines.add(logLine(request, color)) }),
    });
    progress.end();
    const listening = await sandbox.listen({ port: command.port, host: command.host });
    const serving: Serving = { sandbox, listening, flushLog: lines.flush };
    terminal.onListening?.(serving);
    stdout.write(command.json ? announceJson(listening) : announce(listening, sandbox, color));
    return { exitCode: undefined, ...serving };
  } catch (error) {
    await sandbox?.close();
    if (!isConfigError(error)) throw error;
    stderr.write(`syncline-sandbox: ${error.message.replace(/\s+/g, ' ')}\n`);
    return { exitCode: 2 };
  }
}
