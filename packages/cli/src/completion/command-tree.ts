import type { Command, Option } from 'commander';

/** What a shell can offer as the value of an option or an argument. */
export type Values =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'files' | 'folders' | 'environments' | 'environments and folders' | 'text' };

/** An option as completion scripts need it. */
export interface CompletedOption {
  /** `--since`, or `-v` and `--version` */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined if it takes no value */
  readonly value: { readonly name: string; readonly values: Values; readonly isOptional: boolean } | undefined;
  readonly isRepeatable: boolean;
}

/** A command as completion scripts need it. */
export interface CompletedCommand {
  /** Its name and those of its parents below the program: `['config', 'check']` */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly { readonly name: string; readonly values: Values; readonly isVariadic: boolean }[];
  readonly commands: readonly CompletedCommand[];
}

/** The name of a value tells its kind: `--config <file>` takes a file. */
const kinds: Readonly<Record<string, Exclude<Values['kind'], 'choices'>>> = {
  file: 'files',
  path: 'files',
  old: 'files',
  new: 'files',
  folder: 'folders',
  dir: 'folders',
  before: 'environments and folders',
  after: 'environments and folders',
};

/** Everything that can be completed, from the definition of the program. */
export function commandTree(program: Command): CompletedCommand {
  const names = visible(program).map((command) => command.name());
  return treeOf(program, [], names);
}

function treeOf(command: Command, path: readonly string[], names: readonly string[]): CompletedCommand {
  return {
    path,
    description: command.description(),
    options: command.createHelp().visibleOptions(command).map(optionOf),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      values:
        argument.name() === 'command'
          ? { kind: 'choices', choices: names }
          : valuesOf(argument.name(), argument.argChoices),
      isVariadic: argument.variadic,
    })),
    commands: visible(command).map((each) => treeOf(each, [...path, each.name()], names)),
  };
}

function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function optionOf(option: Option): CompletedOption {
  const { short, long, description, argChoices, required, optional } = option;
  const [, name = ''] = /[<[]([^>\]]+)[>\]]/.exec(option.flags) ?? [];
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    value:
      required || optional
        ? {
            name,
            values: long === '--environment' ? { kind: 'environments' } : valuesOf(name, argChoices),
            isOptional: optional,
          }
        : undefined,
    isRepeatable: option.parseArg !== undefined && argChoices === undefined,
  };
}

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  return choices === undefined ? { kind: kinds[name] ?? 'text' } : { kind: 'choices', choices };
}

/** A command and all its subcommands. */
export function allCommands(command: CompletedCommand): readonly CompletedCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** Quotes any text as one word. All three shells read it the same way. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
