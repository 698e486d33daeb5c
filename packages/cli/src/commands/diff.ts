import { ConfigError } from '@syncline/core/internal';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { BUMPS, type Bump, type Change, type DiffReport as Report, releaseBump } from '../diff/change.ts';
import { compare } from '../diff/compare.ts';
import { loadSides } from '../diff/load-side.ts';
import { exitStatus } from '../command/exit-status.ts';
import { paint } from '../terminal/style.ts';
import { toJson } from '../formats/to-json.ts';
import type { Output } from '../terminal/output.ts';

export interface DiffOptions {
  readonly failOn: Bump;
  readonly changeset?: string | boolean | undefined;
  readonly json?: boolean | undefined;
}

const COLOUR = { patch: 'dim', minor: 'yellow', major: 'red' } as const;

/** `syncline diff`: rates every change between two descriptions. Returns the exit status. */
export async function diff(before: string, after: string, options: DiffOptions, output: Output): Promise<number> {
  const folder = options.changeset === true ? '.changeset' : options.changeset || undefined;
  if (folder !== undefined && !existsSync(folder))
    throw new ConfigError(folder, 'does not exist. Run the command where .changeset is, or name the folder');
  const [old, now] = await loadSides(before, after);
  const rated = await compare(old, now);
  const report: Report = { ...rated, packages: releaseBumps(rated.packages) };
  if (options.json) output.out(toJson(report));
  else show(report, output);
  if (folder !== undefined && report.bump !== 'none') {
    const text = printChangeset(report);
    const file = join(folder, `description-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.md`);
    await writeFile(file, text);
    if (!options.json) output.out(`wrote ${file}`);
  }
  return options.failOn !== 'none' && BUMPS.indexOf(report.bump) >= BUMPS.indexOf(options.failOn)
    ? exitStatus.no
    : exitStatus.yes;
}

/** The bumps that release the changes, given the current version of the packages, which is that of this program. */
function releaseBumps(packages: Report['packages']): Report['packages'] {
  const { version } = createRequire(import.meta.url)('@syncline/cli/package.json') as { readonly version: string };
  return Object.fromEntries(Object.entries(packages).map(([name, bump]) => [name, releaseBump(bump, version)]));
}

function show({ bump, changes, packages }: Report, output: Output): void {
  for (const change of changes) {
    output.out(
      `${paint(change.bump.padEnd(5), COLOUR[change.bump], output)} ${change.document}: ${change.message}${change.why === null ? '' : ` (${change.why})`}`,
    );
    if (change.fields.length > 0) output.out(`      fields ${change.fields.join(', ')}`);
    if (change.operations.length > 0) output.out(`      operations ${change.operations.join(', ')}`);
    if (change.calls.length > 0) output.out(`      calls ${change.calls.join(', ')}`);
  }
  output.out(
    changes.length === 0
      ? 'No change.'
      : `${paint(bump, 'bold', output)}: ${Object.entries(packages)
          .map(([name, own]) => `${name} ${own}`)
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
