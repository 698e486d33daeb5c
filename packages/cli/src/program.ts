import type { Recorder } from '@syncline/client/recorder';
import { CommanderError } from 'commander';
import { createProgram, type ProgramContext } from './create-program.ts';
import { isSynclineError } from '@syncline/core/errors';
import { exitStatus } from './command/exit-status.ts';
import { toJson } from './formats/to-json.ts';
import { guardOutput, type Output } from './terminal/output.ts';
import { paint } from './terminal/style.ts';

/**
 * Runs one command line, given without the name of the program, and returns its exit status: 0 for success, 1 if the
 * answer is no, 2 if the input cannot be used, 3 if the answer is unknown. A command is loaded only when it is called,
 * because some load a compiler.
 *
 * @example
 * ```ts
 * const status = await run(['diff', 'old.yaml', 'new.yaml'], { out: console.log, err: console.error, colored: false });
 * ```
 */
export function run(args: readonly string[], output: Output): Promise<number> {
  return runCommandLine(args, guardOutput(output), undefined);
}

/** @param recorder - records the requests of an operator command */
async function runCommandLine(
  args: readonly string[],
  output: Output,
  recorder: Pick<Recorder, 'transport'> | undefined,
): Promise<number> {
  let status: number = exitStatus.yes;
  const asJson = wantsJson(args);
  const settle = (result: number): void => {
    status = result;
  };
  try {
    const runRecorded: ProgramContext['runRecorded'] = (inner, each) => runCommandLine(inner, output, each);
    const [called, topic] = args;
    const program = createProgram({ output, asJson, settle, recorder, runRecorded, called });
    // The library shows the help of all commands as an error for a command that it does not know.
    const isOfHelp = called === 'help' && topic !== undefined && /^-|^help$/.test(topic);
    const isKnown = topic === undefined || isOfHelp || program.commands.some((each) => each.name() === topic);
    if (called === 'help' && !isKnown) program.error(`error: unknown command '${topic}'`);
    await program.parseAsync(isOfHelp ? ['help'] : args, { from: 'user' });
    return status;
  } catch (error) {
    return explain(error, asJson, output);
  }
}

/** Whether a program reads the result: errors are then JSON too. */
function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, at) =>
      arg === '--json' ||
      /^--output=(?:nd)?json$/.test(arg) ||
      (arg === '--output' && /^(?:nd)?json$/.test(args[at + 1] ?? '')),
  );
}

function explain(error: unknown, asJson: boolean, output: Output): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitStatus.yes;
    const message = error.message.replace(/^error: /, '');
    const hint = 'Run `syncline help` to list the commands.';
    if (asJson) output.out(toJson({ error: { code: 'CONFIG_INVALID', message, hint } }));
    return exitStatus.badInput;
  }
  if (!isSynclineError(error)) throw error;
  if (asJson)
    output.out(
      toJson({
        error: {
          code: error.code,
          message: error.message,
          ...('problems' in error ? { problems: error.problems } : {}),
        },
      }),
    );
  else output.err(`${paint('syncline:', 'red', output)} ${error.message}`);
  return exitStatus.badInput;
}
