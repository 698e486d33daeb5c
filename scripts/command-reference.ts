// Why: the README and the site list the commands of `syncline`, and handwritten lists would become outdated. This reads
// the index of the commands, and writes the tables of the README between pairs of markers. `npm run generate` runs
// it; `node scripts/command-reference.ts --check` only compares. The site's page reads the index too.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type CommandDescription,
  exitStatusesOf,
  flagOf,
  groups,
  type OptionDefinition,
  optionsOf,
  passesAll,
} from '../packages/cli/src/command/define-command.ts';
import { commands } from '../packages/cli/src/commands/index.gen.ts';
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
  readonly notes: string;
  /** What each exit status says */
  readonly exitStatuses: readonly (readonly [status: string, text: string])[];
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

/** Every command in the help, group by group. */
export function commandReference(): readonly CommandEntry[] {
  return Object.keys(groups).flatMap((group) =>
    commands.filter((command) => command.group === group && command.isHidden !== true).map(entryOf),
  );
}

function entryOf(command: CommandDescription): CommandEntry {
  const { examples = [], notes = '' } = command;
  const all = Object.entries(command.arguments ?? {}).map(([name, { text, isOptional, isVariadic }]) => {
    const shown = `${name}${isVariadic === true ? '...' : ''}`;
    return { name: isOptional === true ? `[${shown}]` : `<${shown}>`, description: text };
  });
  const name = `syncline ${command.name}`;
  return {
    name,
    group: groups[command.group],
    usage: [name, ...(passesAll(command) ? [] : ['[options]']), ...all.map((argument) => argument.name)].join(' '),
    description: command.summary,
    arguments: all,
    options: Object.entries(optionsOf(command)).flatMap(optionOf),
    examples,
    notes,
    exitStatuses: exitStatusesOf(command),
  };
}

function optionOf([name, option]: readonly [string, OptionDefinition]): readonly OptionEntry[] {
  const { text, value, choices = [], isRequired, isValueOptional, isNegated, off } = option;
  const flag = flagOf(name);
  const shown = value === undefined ? '' : isValueOptional === true ? ` [${value}]` : ` <${value}>`;
  const entry = {
    flags: isNegated === true ? `--no-${flag.slice(2)}` : `${flag}${shown}`,
    description: text,
    choices,
    standard: option.default,
    isRequired: isRequired === true,
  };
  const none = { choices: [], standard: undefined, isRequired: false };
  return off === undefined ? [entry] : [entry, { flags: `--no-${flag.slice(2)}`, description: off, ...none }];
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
