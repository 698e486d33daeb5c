import type { Recorder } from '@syncline/client/recorder';
import {
  Argument,
  Command as Parser,
  CommanderError,
  Help,
  InvalidArgumentError,
  Option,
  type OutputConfiguration,
} from 'commander';
import {
  type ArgumentDefinition,
  type CommandDescription,
  type CommandEntry,
  exitStatusesOf,
  flagOf,
  groups,
  type OptionDefinition,
  optionsOf,
  passesAll,
} from './command/define-command.ts';
import { type ExitStatus, exitStatus } from './command/exit-status.ts';
import { commands } from './commands/index.gen.ts';
import { toJson } from './formats/to-json.ts';
import { guardOutput, type Output, wrapFrom } from './terminal/output.ts';
import { version } from './version.ts';

/**
 * Runs one command line, given without the name of the program, and returns its exit status: 0 for success, 1 if it
 * found a problem, 2 if the input cannot be used, 3 if the answer is unknown. A command is loaded only when it is called,
 * because some load a compiler.
 *
 * @example
 * ```ts
 * const status = await run(['diff', 'old.yaml', 'new.yaml'], { out: console.log, err: console.error, colored: false });
 * ```
 */
export function run(args: readonly string[], output: Output): Promise<ExitStatus> {
  return runCommandLine(args, guardOutput(output), undefined);
}

/** @param recorder - records the requests of an operator command */
async function runCommandLine(
  args: readonly string[],
  output: Output,
  recorder: Pick<Recorder, 'transport'> | undefined,
): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.yes;
  const isJson = wantsJson(args);
  const said: string[] = [];
  const [called, topic] = args;
  const texts = {
    writeOut: (text: string) => output.out(text.trimEnd()),
    writeErr: (text: string) => said.push(text.trimEnd()),
  };
  const program = createProgram(called, texts, (entry) => async (values) => {
    const [command, { runCommand }] = await Promise.all([entry.load(), import('./command/run-command.ts')]);
    const runRecorded = (inner: readonly string[], each: Pick<Recorder, 'transport'>) =>
      runCommandLine(inner, output, each);
    status = await runCommand(command, values, { output, isJson, recorder, commands, runRecorded });
  });
  try {
    // The library shows the help of all commands as an error for a command that it does not know.
    const isOfHelp = called === 'help' && topic !== undefined && /^-|^help$/.test(topic);
    const isKnown = topic === undefined || isOfHelp || program.commands.some((each) => each.name() === topic);
    if (called === 'help' && !isKnown) program.error(`error: unknown command '${topic}'`);
    await program.parseAsync(isOfHelp ? ['help'] : args, { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [first = '', hint] = said;
    if (error.exitCode === 0) return exitStatus.yes;
    if (isJson) {
      const message = error.message.replace(/^error: /, '');
      output.out(toJson({ error: { code: 'CONFIG_INVALID', message, hint } }, 2));
      output.err([first.replaceAll('\n', ' '), hint].join(' '));
    } else for (const text of said) output.err(text);
    return exitStatus.badInput;
  }
}

/** Whether a program reads the result: errors are then JSON too. */
function wantsJson(args: readonly string[]): boolean {
  // The form of a file says nothing about the errors.
  const isOfFile = commands.find(({ name }) => name === args[0])?.options?.['output'] !== undefined;
  if (isOfFile) return args.includes('--json');
  return args.some(
    (arg, at) =>
      arg === '--json' ||
      /^--output=(?:nd)?json$/.test(arg) ||
      (arg === '--output' && /^(?:nd)?json$/.test(args[at + 1] ?? '')),
  );
}

/** Receives the values of a command's arguments and options, by name. */
type Action = (values: object) => Promise<void>;

/**
 * Creates the parser from the definitions of the commands.
 *
 * @param called - the first word of the command line. If it is a command, the other commands are left out
 */
function createProgram(
  called: string | undefined,
  texts: Required<Pick<OutputConfiguration, 'writeOut'>> & OutputConfiguration,
  actionOf: (entry: CommandEntry) => Action,
): Parser {
  const program = new Parser('syncline')
    .description(
      'Watch the jobs of your service, start a project, generate code, find what a change breaks, and run the sandbox',
    )
    .option('-v, --version', 'print the version')
    // An option belongs to the command before it, so that `record` can pass on the options of the command that it runs.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(texts)
    .configureHelp({
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
      // Help does not show the empty list as the default of a repeatable option, because it says nothing.
      optionDescription: (option) => new Help().optionDescription(option).replace(/ \(default: (?:\[\]|\{\})\)$/, ''),
    });
  // Commander's method `version` would print the version as an option of every command.
  program.on('option:version', () => {
    texts.writeOut(version);
    throw new CommanderError(exitStatus.yes, 'commander.version', '');
  });
  const isCalled = ({ name }: CommandEntry): boolean => name.split(' ')[0] === called;
  const built = commands.some(isCalled) ? commands.filter(isCalled) : commands;
  for (const [group, title] of Object.entries(groups)) {
    program.commandsGroup(`${title}:`);
    for (const entry of built) if (entry.group === group) addCommand(program, entry, actionOf(entry));
  }
  program.helpInformation = () => overview(built);
  return withHints(program);
}

/** Where most people begin. */
const firstSteps = [
  ['syncline init --ops', 'write syncline.yaml for your service'],
  ['syncline freshness', 'check whether the data of each job is fresh'],
  ['syncline status', 'show the last run of each job'],
  ['syncline diagnose JOB', 'explain why its last run failed'],
  ['syncline doctor --odata URL', 'find out why a service cannot be reached'],
] as const;

/** The commands of each theme, in the order in which people need them. Every command has a place. */
const themes: Readonly<Record<string, readonly string[]>> = {
  'Runs:': ['status', 'freshness', 'history', 'diagnose', 'wait', 'watch', 'export'],
  'Jobs:': ['jobs', 'lint', 'snapshot', 'drift'],
  'Monitoring:': ['monitor', 'alerts', 'report', 'mcp'],
  'Set up:': ['init', 'config', 'doctor', 'record', 'completion'],
  'Your code:': ['generate', 'diff', 'impact', 'sandbox'],
};

/** The help of the program: it fits on a terminal of 24 lines. */
function overview(all: readonly CommandEntry[]): string {
  const names = new Set(all.filter(({ isHidden }) => isHidden !== true).map(({ name }) => name.split(' ')[0] ?? ''));
  const known = new Set(Object.values(themes).flat());
  const others = [...names].filter((name) => !known.has(name));
  const rows = Object.entries({ ...themes, ...(others.length > 0 ? { 'More:': others } : {}) });
  return [
    'Usage: syncline COMMAND [options]',
    '',
    'Watch the jobs of your service, and work with its documents and types.',
    '',
    'Start here:',
    ...firstSteps.map(([line, text]) => `  ${line.padEnd(29)}${text}`),
    '',
    'Commands:',
    ...rows.map(
      ([title, list]) => `  ${title.padEnd(16)}${wrap(list.filter((each) => names.has(each)).join(', '), 18)}`,
    ),
    '',
    '`syncline COMMAND --help` shows the options, examples and exit statuses of a',
    'command. `syncline --version` prints the version.',
    'Guides: https://syncline.github.io/guides/watching-jobs/',
    '',
  ].join('\n');
}

function addCommand(program: Parser, entry: CommandEntry, action: Action): void {
  const words = entry.name.split(' ');
  const last = words.pop() ?? '';
  const parent = words.reduce(
    (above, word) =>
      above.commands.find((each) => each.name() === word) ?? above.command(word).description(entry.parent ?? ''),
    program,
  );
  const command = parent.command(last, { hidden: entry.isHidden === true }).description(entry.summary);
  for (const [name, argument] of Object.entries(entry.arguments ?? {})) command.addArgument(toArgument(name, argument));
  for (const [name, option] of Object.entries(optionsOf(entry)))
    for (const each of toOptions(name, option)) command.addOption(each);
  if (passesAll(entry)) command.allowUnknownOption().helpOption(false);
  else if (entry.passesOptions === true) command.passThroughOptions();
  command.addHelpText('after', `\n${textBelow(entry)}`);
  command.allowExcessArguments().action(async () => {
    const names = Object.keys(entry.arguments ?? {});
    await refuseExcess(command, entry);
    const values = Object.fromEntries(names.map((name, at) => [name, command.processedArgs[at] as unknown]));
    await action({ ...valuesOf(command), ...values });
  });
}

/** Says where a word belongs that the command does not take: most people mean a job, or the address of a service. */
async function refuseExcess(command: Parser, { arguments: known = {}, passesOptions }: CommandEntry): Promise<void> {
  const taken = Object.values(known);
  const [excess] = command.args.slice(taken.length);
  if (excess === undefined || passesOptions === true || taken.at(-1)?.isVariadic === true) return;
  // An address may contain a password, so it is not repeated.
  const isAddress = /:\/\//.test(excess);
  const shown = isAddress ? 'URL' : `'${excess}'`;
  const flags = (isAddress ? ['--odata', '--v2'] : ['--job']).filter((flag) =>
    command.options.some(({ long }) => long === flag),
  );
  const { nearestName } = await import('@syncline/core/errors');
  const subcommand = nearestName(
    excess,
    command.commands.map((each) => each.name()),
  );
  const advice = subcommand
    ? `; did you mean ${subcommand}?`
    : flags.length > 0
      ? `; write ${flags.map((flag) => `${flag} ${shown}`).join(' or ')}`
      : '';
  command.error(`error: \`${pathOf(command)}\` takes no argument ${shown}${advice}`);
}

/** The options of a command. Those before a subcommand, such as `--json` in `jobs --json show X`, are its own too. */
function valuesOf(command: Parser): object {
  const values = command.opts<Record<string, unknown>>();
  for (let above = command.parent; above?.parent; above = above.parent)
    for (const option of above.options) {
      const name = option.attributeName();
      if (above.getOptionValueSource(name) !== 'cli') continue;
      if (!command.options.some((each) => each.attributeName() === name))
        command.error(`error: option '${option.flags}' is one of \`${pathOf(above)}\`, not of \`${pathOf(command)}\``);
      if (command.getOptionValueSource(name) !== 'cli') values[name] = above.getOptionValue(name);
    }
  return values;
}

function toArgument(name: string, { text, isOptional, isVariadic, choices, ...rest }: ArgumentDefinition): Argument {
  const shown = `${name}${isVariadic === true ? '...' : ''}`;
  const argument = new Argument(isOptional === true ? `[${shown}]` : `<${shown}>`, text);
  if (choices !== undefined) argument.choices(choices);
  return rest.default === undefined ? argument : argument.default(rest.default);
}

function toOptions(name: string, definition: OptionDefinition): readonly Option[] {
  const { text, value, choices, isRequired, isRepeatable, isPair, isValueOptional, isNegated, off } = definition;
  const flag = flagOf(name);
  const negated = `--no-${flag.slice(2)}`;
  const shown = value === undefined ? '' : isValueOptional === true ? ` [${value}]` : ` <${value}>`;
  const option = new Option(isNegated === true ? negated : `${flag}${shown}`, text).makeOptionMandatory(
    isRequired === true,
  );
  if (choices !== undefined) option.choices(choices);
  if (isRepeatable === true) option.argParser(collect).default([]);
  if (isPair === true) option.argParser(collectPair(value ?? '')).default({});
  if (definition.default !== undefined) option.default(definition.default);
  return off === undefined ? [option] : [option, new Option(negated, off)];
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function collectPair(form: string) {
  return (text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1) throw new InvalidArgumentError(`It must be ${form.toUpperCase()}.`);
    return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
  };
}

/** The text of the help below the options. */
function textBelow(command: CommandDescription): string {
  const { notes, examples = [] } = command;
  const statuses = exitStatusesOf(command).map(([status, text]) => `  ${status.padEnd(5)}${wrap(text, 7)}`);
  return [
    ...(notes === undefined ? [] : [`${wrap(notes, 0)}\n`]),
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map((line) => `  $ ${line}\n`).join('')}`]),
    `Exit status:\n${statuses.join('\n')}`,
  ].join('\n');
}

/** Wraps a text between words, and indents all lines except the first. */
function wrap(text: string, indent: number): string {
  return wrapFrom(indent, text).join(`\n${' '.repeat(indent)}`);
}

/** Adds the next step to error messages: show the help of the command that was called. */
function withHints(program: Parser): Parser {
  const path = pathOf(program);
  program.showHelpAfterError(
    program.parent === null ? 'Run `syncline help` to list the commands.' : `Run \`${path} --help\` for help.`,
  );
  program.configureOutput({ outputError: (text, write) => write(describeMissing(text, program)) });
  for (const command of program.commands) withHints(command);
  return program;
}

/** Says what a missing argument is. */
function describeMissing(text: string, { registeredArguments }: Parser): string {
  return text.replace(/missing required argument '([^']+)'/, (whole: string, name: string) => {
    const missing = registeredArguments.find((argument) => argument.name() === name);
    return missing === undefined ? whole : `missing argument ${name.toUpperCase()}: ${missing.description}`;
  });
}

function pathOf(command: Parser): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
