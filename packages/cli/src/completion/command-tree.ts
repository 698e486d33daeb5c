import {
  type CommandDescription,
  flagOf,
  type OptionDefinition,
  optionsOf,
  passesAll,
} from '../command/define-command.ts';

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

const help = {
  flags: ['-h', '--help'],
  description: 'display help for command',
  value: undefined,
  isRepeatable: false,
};
const version = { ...help, flags: ['-v', '--version'], description: 'print the version' };

/** Everything that can be completed, from the definitions of the commands. */
export function commandTree(all: readonly CommandDescription[]): CompletedCommand {
  const shown = all.filter(({ isHidden }) => isHidden !== true);
  const below = (path: readonly string[]): readonly CompletedCommand[] => {
    const words = shown
      .map(({ name }) => name.split(' '))
      .filter((words) => path.every((word, at) => words[at] === word));
    const names = [...new Set(words.flatMap((each) => each[path.length] ?? []))];
    const found = names.map((name) => nodeOf([...path, name]));
    const helped = { path: [...path, 'help'], description: 'display help for command', options: [], commands: [] };
    const topic = {
      name: 'command',
      values: { kind: 'choices' as const, choices: [...names, 'help'] },
      isVariadic: false,
    };
    return found.length === 0 ? [] : [...found, { ...helped, arguments: [topic] }];
  };
  const topics = [...new Set(shown.map(({ name }) => name.split(' ')[0] ?? '')), 'help'];
  const nodeOf = (path: readonly string[]): CompletedCommand => {
    const command = shown.find(({ name }) => name === path.join(' '));
    const child = shown.find(({ name, parent }) => parent !== undefined && name.startsWith(`${path.join(' ')} `));
    const takesHelp = command === undefined || !passesAll(command);
    return {
      path,
      description: command?.summary ?? child?.parent ?? '',
      options: [
        ...Object.entries(command === undefined ? {} : optionsOf(command)).flatMap(optionsFrom),
        ...(takesHelp ? [help] : []),
      ],
      arguments: Object.entries(command?.arguments ?? {}).map(([name, argument]) => ({
        name,
        values: name === 'command' ? { kind: 'choices', choices: topics } : valuesOf(name, argument.choices),
        isVariadic: argument.isVariadic === true,
      })),
      commands: below(path),
    };
  };
  return { path: [], description: '', options: [version, help], arguments: [], commands: below([]) };
}

function optionsFrom([name, option]: readonly [string, OptionDefinition]): readonly CompletedOption[] {
  const { value, text: description, choices, isRepeatable, isPair, isValueOptional, isNegated, off } = option;
  const flag = flagOf(name);
  const values: Values = name === 'environment' ? { kind: 'environments' } : valuesOf(value ?? '', choices);
  const node = {
    flags: [isNegated === true ? `--no-${flag.slice(2)}` : flag],
    description,
    value: value === undefined ? undefined : { name: value, values, isOptional: isValueOptional === true },
    isRepeatable: isRepeatable === true || isPair === true,
  };
  if (off === undefined) return [node];
  return [node, { flags: [`--no-${flag.slice(2)}`], description: off, value: undefined, isRepeatable: false }];
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
