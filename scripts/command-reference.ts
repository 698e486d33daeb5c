// Why: the README and the site list the commands of `syncline`, and handwritten lists would become outdated. This reads
// the definition of the program, and writes the tables of the README between pairs of markers. `npm run generate` runs
// it; `node scripts/command-reference.ts --check` only compares. The site's page reads the definition too.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { createProgram } from '../packages/cli/src/create-program.ts';
import { isCheck } from './arguments.ts';
import { replaceBetweenMarkers, table } from './error-table.ts';

/** One command in the reference. */
export interface CommandEntry {
  /** `syncline config check` */
  readonly name: string;
  /** The heading of its group in the help */
  readonly group: string;
  /** The usage line: `syncline wait [options] [job]` */
  readonly usage: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionEntry[];
  readonly examples: readonly string[];
  /** The text below the options in the help, except examples */
  readonly notes: string;
}

/** One option of a command. */
interface OptionEntry {
  readonly flags: string;
  readonly description: string;
  readonly choices: readonly string[];
  /** The value without the option; undefined if there is none */
  readonly standard: string | undefined;
  readonly isRequired: boolean;
}

const readme = 'packages/cli/README.md';
const root = new URL('../', import.meta.url);

/** Every command in the help. A command with subcommands is replaced by them. */
export function commandReference(): readonly CommandEntry[] {
  const nothing = (): void => undefined;
  const program = createProgram({
    output: { out: nothing, err: nothing, colored: false },
    settle: nothing,
    runRecorded: () => Promise.resolve(0),
  });
  return entriesOf(program, '');
}

function entriesOf(command: Command, group: string): readonly CommandEntry[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => {
      const heading = group || (each.helpGroup() ?? '').replace(/:$/, '');
      return each.commands.length > 0 ? entriesOf(each, heading) : [entryOf(each, heading)];
    });
}

function entryOf(command: Command, group: string): CommandEntry {
  const help = command.createHelp();
  const below = textBelow(command);
  const examples = [...below.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = '']) => line);
  return {
    name: help.commandUsage(command).split(' [options]')[0]?.split(' <')[0] ?? '',
    group,
    usage: help.commandUsage(command),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
      description: argument.description,
    })),
    options: help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map(optionOf),
    examples,
    notes: below.replace(/^Examples:\n(?: {2}\$ .+\n?)+/m, '').trim(),
  };
}

function optionOf({ flags, description, argChoices = [], defaultValue, mandatory }: Option): OptionEntry {
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'object' && defaultValue !== true;
  return {
    flags,
    description,
    choices: argChoices,
    standard: isShown ? String(defaultValue) : undefined,
    isRequired: mandatory,
  };
}

/** The text that `addHelpText('after', …)` prints. */
function textBelow(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text.slice(command.helpInformation().length);
}

/** The table of the commands of a group. */
export function commandTable(entries: readonly CommandEntry[]): string {
  return table(
    ['command', 'what it does'],
    entries.map(({ usage, description }) => [`\`${usage.replace(' [options]', '')}\``, description]),
  );
}

/** Writes the tables of the README, or with `check` only compares; returns the groups whose table differs. */
export function updateCommandTables({ check }: { readonly check: boolean }): readonly string[] {
  const file = new URL(readme, root);
  const entries = commandReference();
  const changed: string[] = [];
  let text = readFileSync(file, 'utf8');
  for (const group of new Set(entries.map((entry) => entry.group))) {
    const markers = {
      start: `<!-- commands, ${group}: start (npm run generate) -->`,
      end: `<!-- commands, ${group}: end -->`,
    };
    const content = commandTable(entries.filter((entry) => entry.group === group));
    const updated = replaceBetweenMarkers(readme, text, content, markers);
    if (updated !== text) changed.push(group);
    text = updated;
  }
  if (!check && changed.length > 0) writeFileSync(file, text);
  return changed;
}

/** Updates or compares the README, and prints the result. Sets the exit status to 1 when it differs. */
export function runCommandTables({ check }: { readonly check: boolean }): void {
  const changed = updateCommandTables({ check });
  console.log(`Tables of commands in ${readme}, ${changed.length} ${check ? 'differ' : 'written'}`);
  if (!check || changed.length === 0) return;
  console.error(`${readme} does not match the definition of the commands. Fix it with: npm run generate`);
  process.exitCode = 1;
}

if (import.meta.main) runCommandTables({ check: isCheck('node scripts/command-reference.ts') });
