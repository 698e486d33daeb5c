import { type CommandEntry, commandReference } from '../../../../scripts/command-reference.ts';
import { code, prose, table, writePage } from './page.ts';

/** Writes the reference of the commands from their definitions. */
export function writeCommands(): void {
  const entries = commandReference();
  const groups = [...new Set(entries.map(({ group }) => group))];
  writePage('reference/commands.md', {
    title: 'Commands',
    description: 'Every command of `syncline`, with its options and examples.',
    body: [
      'The commands come with `npm install --save-dev @syncline/cli`. `syncline help` lists them, and `--help` after a command explains it. The [exit statuses](/exit-statuses/) have the same meaning for all commands. The operator commands read [`syncline.yaml`](/reference/configuration/).',
      ...groups.map(
        (group) =>
          `## ${group}\n\n${entries
            .filter((each) => each.group === group)
            .map(section)
            .join('\n\n')}`,
      ),
    ].join('\n\n'),
  });
}

function section(entry: CommandEntry): string {
  const { name, usage, description, arguments: all, options, examples, notes, exitStatuses } = entry;
  const parts = [`### ${name}`, `${described(description)}.`, `\`\`\`text\n${usage}\n\`\`\``];
  const rows = [
    ...all.map(({ name: argument, description: text }) => [code(argument), described(text), '']),
    ...options.map(({ flags, description: text, choices, standard, isRequired }) => [
      code(flags),
      described(text) + (choices.length > 0 ? `: ${choices.map(code).join(', ')}` : ''),
      isRequired ? 'required' : standard === undefined ? '' : code(standard),
    ]),
  ];
  parts.push(table(['Argument or option', 'What it does', 'Default'], rows));
  if (examples.length > 0) parts.push(`\`\`\`sh\n${examples.join('\n')}\n\`\`\``);
  if (notes !== '') parts.push(described(notes));
  parts.push(
    table(
      ['Exit status', 'Meaning'],
      exitStatuses.map(([status, text]) => [status, described(text)]),
    ),
  );
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A description as prose, with the options that it mentions as code: outside code, the renderer makes -- a dash. */
function described(text: string): string {
  return prose(capital(text.replace(/`[^`]*`|--[a-z][\w-]*/g, (part) => (part.startsWith('`') ? part : code(part)))));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
