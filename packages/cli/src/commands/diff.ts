import { replaceFile, sharedMode } from '@syncline/core/files';
import { ConfigError } from '@syncline/core/internal';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { BUMPS, type Bump, type Change, type DiffReport as Report, releaseBump } from '../diff/change.ts';
import { compare } from '../diff/compare.ts';
import { loadSides } from '../diff/load-side.ts';
import { type CommandOutput, defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { paint } from '../terminal/style.ts';
import { toJson } from '../formats/to-json.ts';

const COLOUR = { patch: 'dim', minor: 'yellow', major: 'red' } as const;

/** `syncline diff`: rates every change between two descriptions. */
export const diff = defineCommand({
  name: 'diff',
  group: 'developers',
  summary: 'list every change between two versions of the documents, and the version bump that each package needs',
  arguments: {
    old: { text: 'the old OpenAPI document, or a folder whose redocly.yaml lists documents' },
    new: { text: 'the new OpenAPI document or folder' },
  },
  options: {
    failOn: {
      value: 'bump',
      text: 'exit with 1 if a change needs this bump or a higher one',
      choices: BUMPS,
      default: 'none',
    },
    changeset: {
      value: 'folder',
      text: 'write a changeset for the changes (default folder: .changeset)',
      isValueOptional: true,
    },
  },
  formats: ['text', 'json'],
  examples: ['syncline diff old.yaml new.yaml --fail-on major', 'syncline diff main/openapi openapi --changeset'],
  exitStatuses: {
    0: 'the changes were listed',
    1: 'a change needs the bump of --fail-on, or a higher one',
    2: 'an option or a document cannot be used',
  },
  async run(options, { output }) {
    const folder = options.changeset === true ? '.changeset' : options.changeset || undefined;
    if (folder !== undefined && !existsSync(folder))
      throw new ConfigError(folder, 'does not exist. Run the command where .changeset is, or name the folder');
    const [old, now] = await loadSides(options.old, options.new);
    const rated = compare(old, now);
    const report: Report = { ...rated, packages: releaseBumps(rated.packages) };
    if (output.format === 'json') output.write(toJson(report, 2));
    else show(report, output);
    if (folder !== undefined && report.bump !== 'none') {
      const text = printChangeset(report);
      const file = join(folder, `description-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.md`);
      replaceFile(file, text, { mode: sharedMode });
      if (output.format !== 'json') output.write(`wrote ${file}`);
    }
    const isOver = options.failOn !== 'none' && BUMPS.indexOf(report.bump) >= BUMPS.indexOf(options.failOn);
    return isOver ? exitStatus.no : exitStatus.yes;
  },
});

/** The bumps that release the changes, given the current version of the packages, which is that of this program. */
function releaseBumps(packages: Report['packages']): Report['packages'] {
  const { version } = createRequire(import.meta.url)('@syncline/cli/package.json') as { readonly version: string };
  return Object.fromEntries(Object.entries(packages).map(([name, bump]) => [name, releaseBump(bump, version)]));
}

function show({ bump, changes, packages }: Report, output: CommandOutput): void {
  for (const change of changes) {
    output.write(
      `${paint(change.bump.padEnd(5), COLOUR[change.bump], output.view)} ${change.document}: ${change.message}${change.why === null ? '' : ` (${change.why})`}`,
    );
    if (change.fields.length > 0) output.write(`      fields ${change.fields.join(', ')}`);
    if (change.operations.length > 0) output.write(`      operations ${change.operations.join(', ')}`);
    if (change.calls.length > 0) output.write(`      calls ${change.calls.join(', ')}`);
  }
  output.write(
    changes.length === 0
      ? 'No change.'
      : `${paint(bump, 'bold', output.view)}: ${Object.entries(packages)
          .map(([name, bump]) => `${name} ${bump}`)
          .join(', ')}${isBeforeOne(bump, packages) ? ' (before 1.0, a breaking change is a minor bump)' : ''}`,
  );
}

function isBeforeOne(bump: Bump, packages: Report['packages']): boolean {
  return bump === 'major' && !Object.values(packages).includes('major');
}

/** The text of a changeset: the bumps, then one sentence for each change. */
function printChangeset({ packages, changes }: Report): string {
  const bumps = Object.entries(packages)
    .map(([name, bump]) => `'${name}': ${bump}\n`)
    .join('');
  return `---\n${bumps}---\n\n${[...new Set(changes.map(sentence))].join('\n')}\n`;
}

function sentence({ message, calls, fields }: Change): string {
  const where = [...fields, ...calls].join(', ');
  return `- ${message}${where === '' ? '' : ` (${where})`}`;
}
