import type { Recorder } from '@syncline/client/recorder';
import type { Clock } from '@syncline/core/internal';
import type { Environment, QueryContext } from '@syncline/ops';
import type { ReportCommand } from '../formats/report-on-github.ts';
import type { Format, PrintOptions } from '../formats/print-rows.ts';
import type { Screen } from '../terminal/screen.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Styled } from '../terminal/style.ts';

/** The headings under which the help, the README and the site list the commands, in this order. */
export const groups = { operators: 'For operators', developers: 'For developers', shell: 'For your shell' } as const;

/** An argument of a command: `[job]`. */
export interface ArgumentDefinition {
  /** One phrase without a full stop */
  readonly text: string;
  readonly isOptional?: true;
  /** The last argument takes all further words */
  readonly isVariadic?: true;
  readonly choices?: readonly string[];
  readonly default?: string;
}

/** An option of a command: `--since <time>`. Its name is the key in camel case. */
export interface OptionDefinition {
  /** One phrase without a full stop */
  readonly text: string;
  /** The name of its value, such as `time`. An option without a value is a switch */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly isRequired?: true;
  /** May be given several times. The command receives a list */
  readonly isRepeatable?: true;
  /** May be given several times, each as `KEY=VALUE`. The command receives an object */
  readonly isPair?: true;
  /** May be given without its value. The command then receives `true` */
  readonly isValueOptional?: true;
  /** Is given as `--no-name`, and is true without that */
  readonly isNegated?: true;
  /** What `--no-name` does, if it can be given too. The command then receives `false` */
  readonly off?: string;
}

/** An interface of the service: a command cannot work without it, or uses it if it is configured. */
type Need = 'required' | 'optional';
/** The interfaces of an environment that a command calls. */
export type Interfaces = Readonly<Partial<Record<'odata' | 'v2', Need>>>;

/** What the help, the completion and the reference say about a command. It is data: the index of commands contains it. */
export interface CommandDescription {
  /** How it is called: `jobs`, or `config check` for a subcommand */
  readonly name: string;
  readonly group: keyof typeof groups;
  /** What it does, as one phrase without a full stop */
  readonly summary: string;
  /** The summary of the word before a subcommand, if that is no command itself */
  readonly parent?: string;
  readonly arguments?: Readonly<Record<string, ArgumentDefinition>>;
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  /** The forms of its output, the default first; `--output` chooses. @default its output has no form */
  readonly formats?: readonly Format[];
  /** Command lines for the help */
  readonly examples?: readonly string[];
  /** A text below the options */
  readonly notes?: string;
  /** What each exit status says. 2 and 130 say the same for every command, unless they are given */
  readonly exitStatuses: Readonly<Partial<Record<ExitStatus, string>>>;
  /**
   * The interfaces of the environment that it works on. It then has the options `--config` and `--environment`, the
   * environment is opened before it runs, and Ctrl-C aborts `context.signal`.
   */
  readonly environment?: Interfaces;
  /** Whether it has the options `--config` and `--environment`, but opens environments itself, if at all */
  readonly hasConfiguration?: true;
  /** Whether `syncline record` can run it. @default whether it works on an environment */
  readonly isRecordable?: boolean;
  /** Whether all words after its name belong to another program */
  readonly passesOptions?: true;
  /** Whether the help and the reference leave it out */
  readonly isHidden?: true;
}

/** A command: what is said about it, and the function that runs it. */
export interface Command extends CommandDescription {
  /** The interfaces with these options, if they need others than `environment` says */
  readonly interfacesWith?: (options: never) => Interfaces;
  /** @returns the exit status */
  readonly run: (options: never, context: never) => Promise<ExitStatus>;
}

/** A command in the index: its module is loaded when it runs. */
export interface CommandEntry extends CommandDescription {
  readonly load: () => Promise<Command>;
}

type QueryOutput = QueryContext['output'];

/** Where and how a command prints. */
export interface CommandOutput extends QueryOutput, Pick<PrintOptions<never>, 'fields' | 'view' | 'write'> {
  readonly format: Format;
  /** Writes a line for people to stderr, without any style that the text has; the label, which is ours, stands before it. */
  readonly note: (text: string, label?: Styled) => void;
  /** Shows the result in a CI service. @default not shown */
  readonly report?: ReportCommand | undefined;
  /** Aborted when nobody reads the result anymore. A command that prints until it is stopped then ends. @default never */
  readonly closed?: AbortSignal | undefined;
  /** Asks the person at the terminal. @default undefined, if nobody can answer */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Takes over the terminal. @default undefined, if there is none that can be redrawn */
  readonly openScreen?: (() => Promise<Screen>) | undefined;
}

/** The input of a command in addition to its options. */
export interface CommandContext extends QueryContext {
  readonly output: CommandOutput;
}

/** The input of a command that works on no environment. */
export interface ProgramContext extends Omit<CommandContext, 'environment'> {
  /** Not for the commands of the group `shell` */
  readonly clock: Clock;
  /** The environment variables of the process */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The values of `--config` and `--environment` */
  readonly configuration: { readonly file: string | undefined; readonly environment: string | undefined };
  /** All commands */
  readonly commands: readonly CommandEntry[];
  /**
   * Opens an environment of the configuration, which the command closes.
   *
   * @param name - the one that `--environment` names, if this is undefined
   */
  readonly openEnvironment: (interfaces: Interfaces, name?: string) => Promise<Environment>;
  /** Runs another command line with a recorder, and returns its exit status */
  readonly runRecorded: (args: readonly string[], recorder: Pick<Recorder, 'transport'>) => Promise<ExitStatus>;
}

type TextOf<Definition> = Definition extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

type ArgumentValue<Definition> = Definition extends { readonly isVariadic: true }
  ? readonly string[]
  :
      | TextOf<Definition>
      | (Definition extends { readonly isOptional: true; readonly default?: never } ? undefined : never);

type OptionValue<Definition> = Definition extends { readonly value: string }
  ? Definition extends { readonly isRepeatable: true }
    ? readonly string[]
    : Definition extends { readonly isPair: true }
      ? Readonly<Record<string, string>>
      :
          | TextOf<Definition>
          | (Definition extends { readonly isValueOptional: true } ? true : never)
          | (Definition extends { readonly off: string } ? false : never)
          | (Definition extends { readonly default: string } | { readonly isRequired: true } ? never : undefined)
  : Definition extends { readonly isNegated: true }
    ? boolean
    : boolean | undefined;

/** The values that a command receives, by the names of its arguments and options. */
export type ValuesOf<Arguments, Options> = {
  readonly [Name in keyof Arguments]: ArgumentValue<Arguments[Name]>;
} & { readonly [Name in keyof Options]: OptionValue<Options[Name]> };

/** A command whose options have types. */
export interface TypedCommand<Arguments, Options, Needs> extends CommandDescription {
  readonly arguments?: Arguments & Readonly<Record<string, ArgumentDefinition>>;
  readonly options?: Options & Readonly<Record<string, OptionDefinition>>;
  readonly environment?: Needs & Interfaces;
  readonly interfacesWith?: (options: ValuesOf<Arguments, Options>) => Interfaces;
  readonly run: (
    options: ValuesOf<Arguments, Options>,
    context: Needs extends Interfaces ? CommandContext : ProgramContext,
  ) => Promise<ExitStatus>;
}

/**
 * Defines a command: its arguments, options, examples, exit statuses, what it needs, and the function that runs it. The
 * help, the completion, the tables of the README and the reference are made from it: `npm run generate` writes the index of
 * commands.
 *
 * @example
 * ```ts
 * export const hello = defineCommand({
 *   name: 'hello',
 *   group: 'shell',
 *   summary: 'greet somebody',
 *   arguments: { name: { text: 'whom to greet' } },
 *   options: { loud: { text: 'greet in capital letters' } },
 *   exitStatuses: { 0: 'always' },
 *   run: async ({ name, loud }, { output }) => {
 *     output.write(loud === true ? `HELLO ${name}` : `Hello ${name}`);
 *     return 0;
 *   },
 * });
 * ```
 */
export function defineCommand<
  const Arguments extends Readonly<Record<string, ArgumentDefinition>> = Readonly<Record<never, never>>,
  const Options extends Readonly<Record<string, OptionDefinition>> = Readonly<Record<never, never>>,
  const Needs extends Interfaces | undefined = undefined,
>(command: TypedCommand<Arguments, Options, Needs>): TypedCommand<Arguments, Options, Needs> {
  return command;
}

const configuration: Readonly<Record<string, OptionDefinition>> = {
  config: { value: 'file', text: 'the configuration (default: SYNCLINE_CONFIG, otherwise syncline.yaml)' },
  environment: { value: 'name', text: 'the environment of the configuration (default: SYNCLINE_ENVIRONMENT)' },
};

/** The flag of an option: `--fail-on` for `failOn`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What each exit status of a command says, in ascending order. */
export function exitStatusesOf(command: CommandDescription): readonly (readonly [string, string])[] {
  const { exitStatuses, environment, hasConfiguration } = command;
  const readsConfiguration = environment !== undefined || hasConfiguration === true;
  const badInput = `an option${readsConfiguration ? ' or the configuration' : ''} cannot be used`;
  return Object.entries({ 2: badInput, 130: 'interrupted', ...exitStatuses });
}

/** Whether all words after the name of a command belong to another program, `--help` too. */
export function passesAll({ passesOptions, options }: CommandDescription): boolean {
  return passesOptions === true && options === undefined;
}

/** All options of a command: its own, and those that other parts of its definition imply. */
export function optionsOf(command: CommandDescription): Readonly<Record<string, OptionDefinition>> {
  const { options = {}, formats = [], environment, hasConfiguration } = command;
  const [standard = ''] = formats;
  // The `--output` of a command that writes a file is the form of the file.
  const isOfFile = options['output'] !== undefined;
  return {
    ...options,
    ...(formats.length > 1 && !isOfFile
      ? { output: { value: 'form', text: 'the output format', choices: formats, default: standard } }
      : {}),
    ...(formats.includes('json')
      ? { json: { text: isOfFile ? 'print the summary as one JSON document' : 'short for --output json' } }
      : {}),
    ...(standard === 'table'
      ? { fields: { value: 'names', text: 'only these fields, in this order, separated by commas' } }
      : {}),
    ...(environment !== undefined || hasConfiguration === true ? { ...configuration, ...options } : {}),
  };
}

/** The option that selects jobs. */
export const jobOption = { value: 'name', text: 'only this job; * matches any characters' } as const;

/** The option that selects where runs are read. */
export const fromOption = {
  value: 'source',
  text: 'where to read the runs',
  choices: ['service', 'store'],
  default: 'service',
} as const;

/** The option that shows every row of a table. */
export const allOption = { text: 'on a terminal, show every job, including those without a problem' } as const;

/** The option that selects runs by their start. @param standard - its default */
export function sinceOption<const Standard extends string>(standard: Standard) {
  const text = 'only runs that started at or after this time: a duration before now, or RFC 3339';
  return { value: 'time', text, default: standard } as const;
}

/** The option that decides which results make the exit status 1. */
export function failOnOption<const Choice extends string>(choices: readonly Choice[]) {
  const text = 'the lowest severity that makes the exit status 1';
  return { value: 'severity', text, choices, default: 'error' } as const;
}
