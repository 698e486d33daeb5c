import type { Recorder } from '@syncline/client/recorder';
import type { SynclineError } from '@syncline/core/errors';
import type { Format } from '../formats/print-rows.ts';
import type { TextPlace } from '../formats/report-on-github.ts';
import { toJson } from '../formats/to-json.ts';
import { cleanLine, type Output, wrapWords } from '../terminal/output.ts';
import { paint, type Styled } from '../terminal/style.ts';
import type { Command, CommandOutput, Interfaces, ProgramContext } from './define-command.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';

/** The values of the options that the definition of a command implies. */
interface CommonValues {
  readonly config?: string;
  readonly environment?: string;
  readonly output?: Format;
  readonly json?: boolean;
  readonly fields?: string;
}

/** What a command needs of the program that runs it. */
export interface Caller extends Pick<ProgramContext, 'commands' | 'runRecorded'> {
  readonly output: Output;
  /** Whether errors are JSON, also those of a command that has no form of output */
  readonly isJson?: boolean | undefined;
  /** Records what the clients send and receive */
  readonly recorder?: Pick<Recorder, 'transport'> | undefined;
}

/**
 * Runs a command until it ends or is interrupted. Errors become a message and an exit status. With `--output json`, stdout
 * gets one JSON document in every case.
 *
 * @param values - the values of its arguments and options, by name
 * @returns the exit status
 * @throws everything that is no error of ours
 */
export async function runCommand(command: Command, values: object, caller: Caller): Promise<ExitStatus> {
  const common = values as CommonValues;
  const { output } = caller;
  const { environment, interfacesWith, group } = command;
  let opened: string | undefined;
  const openEnvironment: ProgramContext['openEnvironment'] = async (interfaces, name = common.environment) => {
    interruption.listen();
    const { openEnvironment: open } = await import('@syncline/ops');
    const file = common.config;
    const found = await open({ file, environment: name, ...needsOf(interfaces), recorder: caller.recorder });
    opened = found.name;
    return found;
  };
  const interruption = new Interruption();
  const log = await loadLog(process.env);
  const { signal } = interruption;
  let printed = new PrintedOutput(output, caller.isJson === true ? 'json' : 'text', log);
  try {
    printed = new PrintedOutput(output, await formatOf(command, common, caller.isJson), log);
    // A shell that waits for its completion does not wait for this module.
    const clock = group === 'shell' ? undefined : (await import('@syncline/core/internal')).systemClock;
    const context = { output: printed.forCommand(common.fields), clock, signal };
    if (environment === undefined) {
      const { commands, runRecorded } = caller;
      const configuration = { file: common.config, environment: common.environment };
      const more = { variables: process.env, configuration, commands, runRecorded, openEnvironment };
      return await command.run(values as never, { ...context, ...more } as never);
    }
    const found = await openEnvironment(interfacesWith?.(values as never) ?? environment);
    try {
      return await command.run(values as never, { ...context, environment: found } as never);
    } finally {
      await found.close();
    }
  } catch (error) {
    output.terminal?.progress('');
    if (signal.aborted) return exitStatus.interrupted;
    // Loaded only for an error, as is what else deals with one.
    const status = (await import('./error-advice.ts')).statusOf(error);
    if (status === undefined) throw error;
    await printed.printError(error as SynclineError, opened);
    return status;
  } finally {
    interruption.stop();
    printed.complete(signal.aborted);
  }
}

/** What writes for a CI service that reads the log of this process. */
type CommandLog = typeof import('../formats/report-on-github.ts');

/**
 * Loads what writes for a CI service, if one reads the log for commands: GitHub Actions, Azure Pipelines or TeamCity.
 * Without it, a start takes a fifth less processor time.
 */
export async function loadLog(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<CommandLog | undefined> {
  const isRead = variables['GITHUB_ACTIONS'] || variables['TF_BUILD'] || variables['TEAMCITY_VERSION'];
  return isRead ? import('../formats/report-on-github.ts') : undefined;
}

/** Aborts a signal when Ctrl-C or SIGTERM interrupts the process. */
class Interruption {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;

  readonly #interrupt = (name: NodeJS.Signals): void => {
    // A second interrupt ends the process immediately, without waiting for work in progress.
    if (this.signal.aborted) process.exit(exitStatus.interrupted);
    this.#controller.abort(new DOMException(name, 'AbortError'));
  };

  listen(): void {
    this.stop();
    // Not `once`: the library that restores the cursor ends the process if there is no other listener.
    process.on('SIGINT', this.#interrupt).on('SIGTERM', this.#interrupt);
  }

  stop(): void {
    process.off('SIGINT', this.#interrupt).off('SIGTERM', this.#interrupt);
  }
}

function needsOf(interfaces: Interfaces) {
  const withNeed = (need: string) => (['odata', 'v2'] as const).filter((name) => interfaces[name] === need);
  return { needs: withNeed('required'), uses: withNeed('optional') };
}

/** @throws {ConfigError} when two forms are chosen */
async function formatOf(
  { formats = [] }: Command,
  { output: chosen, json }: CommonValues,
  isJson = false,
): Promise<Format> {
  const [standard = isJson ? 'json' : 'text'] = formats;
  // The `--output` of a command that writes a file is the form of the file.
  const output = chosen !== undefined && formats.includes(chosen) ? chosen : undefined;
  if (json === true && output !== undefined && output !== standard && output !== 'json')
    throw new (await import('@syncline/core/errors')).ConfigError(
      '--json',
      `is short for --output json: leave out --output ${output}`,
    );
  return json === true ? 'json' : (output ?? standard);
}

const places: Readonly<Partial<Record<Format, TextPlace>>> = {
  json: 'json',
  ndjson: 'json',
  sarif: 'json',
  junit: 'xml',
};

/** What the errors of a configuration have besides their message: problems in the file, or what to add to it. */
interface ConfigProblems extends SynclineError {
  readonly problems?: readonly object[];
  /** In YAML */
  readonly example?: string;
  readonly advice?: string;
}

/** The output of a command in one form. A CI service that reads the log finds no command of the service in it. */
export class PrintedOutput {
  readonly #output: Output;
  readonly #format: Format;
  readonly #log: CommandLog | undefined;
  #isWritten = false;

  /** @param log - undefined if no CI service reads the log */
  constructor(output: Output, format: Format, log: CommandLog | undefined) {
    this.#output = output;
    this.#format = format;
    this.#log = log;
  }

  /** What the command gets. */
  forCommand(fields: string | undefined): CommandOutput {
    const { terminal, colored, closed, err } = this.#output;
    return {
      format: this.#format,
      fields,
      view: { width: terminal?.width(), height: terminal?.height?.(), colored, now: Date.now() },
      write: (text) => this.#write(text),
      note: (text, label) => this.#note(text, label),
      progress: (text) => terminal?.progress(text),
      report: this.#log?.reportOnGithub(process.env, err),
      closed,
      ask: terminal?.ask,
      openScreen: terminal?.isDumb === true ? undefined : terminal?.openScreen,
    };
  }

  /**
   * Prints an error: a line on stderr for people, with what to do next. If programs read stdout, they get a document, which
   * is the last line of NDJSON. On GitHub Actions, the error is also an annotation.
   *
   * @param environment - the name of the environment, for the advice; undefined if the command has none
   */
  async printError(error: SynclineError, environment: string | undefined): Promise<void> {
    const { hintFor } = await import('./error-advice.ts');
    const { code } = error;
    const { problems, example, advice } = error as ConfigProblems;
    // Only problems with a place in a file are on lines of their own.
    const message = problems === undefined ? cleanLine(error.message) : error.message;
    const hint = example === undefined ? hintFor(error, environment) : `For example:\n\n${example}\n\n${advice ?? ''}`;
    const { err } = this.#output;
    const label = paint('syncline:', 'red', this.#output);
    if (this.#format === 'json' || this.#format === 'ndjson') {
      this.#write(toJson({ error: { code, message, hint, problems } }, this.#format === 'json' ? 2 : 0));
      const [first = ''] = message.split('\n');
      this.#note([first, advice ?? hint].filter((part) => part !== undefined).join(' '), ['syncline:', 'red']);
    } else {
      const width = this.#output.terminal?.width();
      // Problems and examples are lines of a file: whoever copies them needs them whole.
      const said =
        problems === undefined ? wrapWords(`syncline: ${message}`, width).slice('syncline: '.length) : message;
      const advised = hint === undefined || example !== undefined ? hint : wrapWords(hint, width);
      const lines = `${label} ${said}${advised === undefined ? '' : `\n${advised}`}`;
      err(this.#log?.breakCommands(lines, 'text') ?? lines);
    }
    const annotation = {
      level: 'error',
      title: 'syncline',
      message: hint === undefined ? message : `${message}\n${hint}`,
    } as const;
    await this.#log?.reportOnGithub(process.env, err)?.({ annotations: [annotation] });
  }

  /** Prints a document for a program if an interrupted command printed none. */
  complete(isInterrupted: boolean): void {
    if (!isInterrupted || this.#isWritten || this.#format !== 'json') return;
    this.#write(
      toJson({ error: { code: 'ABORTED', message: 'The command was interrupted before it had a result.' } }, 2),
    );
  }

  #write(text: string): void {
    this.#isWritten = true;
    const { out, exact = out, isFile } = this.#output;
    const write = this.#format === 'csv' ? exact : out;
    // A file keeps every character, and annotations are commands.
    if (isFile === true || this.#format === 'github' || this.#log === undefined) write(text);
    else write(this.#log.breakCommands(text, places[this.#format] ?? 'text'));
  }

  #note(text: string, label: Styled = ['', 'bold']): void {
    const line = cleanLine(text);
    const safe = this.#log?.breakCommands(line, 'text') ?? line;
    const [name, style] = label;
    const lines = wrapWords(safe, this.#output.terminal?.width());
    this.#output.err(name === '' ? lines : `${paint(name, style, this.#output)} ${lines}`);
  }
}
