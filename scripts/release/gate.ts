import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUMPS, highest, type Bump, type DiffReport, releaseBump } from '../../packages/cli/src/diff/change.ts';
import { ProjectError } from '../project-error.ts';
import { PUBLISHED } from '../ship/packages.ts';
import { plannedBumps } from './planned-bumps.ts';
import { baseline, compareReports, currentSurface, type Surface } from './surface.ts';

/** A package whose changesets do not cover its changes. */
interface Uncovered {
  readonly name: string;
  readonly needs: Bump;
  readonly has: Bump;
  readonly reasons: readonly string[];
}

/**
 * What a checkout lacks, and what to do; undefined if its changesets say everything that users see.
 *
 * @throws {ProjectError} when the baseline is that of another version
 */
export async function findProblem(root: string, { firstMajor = false } = {}): Promise<string | undefined> {
  const { version } = currentSurface(root);
  const premature = firstMajor ? [] : prematureMajors(root);
  if (premature.length > 0)
    return (
      `The changesets call a change of ${premature.join(', ')} major, which would release 1.0.0. Before 1.0.0, a breaking ` +
      'change is minor: write minor in .changeset. To release 1.0.0, run the gate with --first-major.'
    );
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const tag = `@syncline/client@${version}`;
  const isPublished = git('tag', '--list', tag).stdout !== '';
  if (isPublished && git('diff', '--quiet', tag, '--', 'scripts/release/baseline').status === 1)
    return (
      `${version} is published, so its baseline cannot change. Run \`git restore -s ${tag} scripts/release/baseline\`, and ` +
      'add a changeset instead.'
    );
  const uncovered = await uncoveredChanges(root);
  if (uncovered.length === 0) return undefined;
  return [
    ...uncovered.flatMap(({ name, needs, has, reasons }) => [
      `${name} needs a ${needs} bump, and its changesets say ${has}:`,
      ...reasons.slice(0, 20).map((reason) => `  ${reason}`),
      ...(reasons.length > 20 ? [`  and ${reasons.length - 20} more`] : []),
    ]),
    '\nAdd a file to .changeset, such as .changeset/my-change.md, and replace its last line with a sentence for users:',
    `---\n${uncovered.map(({ name, needs }) => `'${name}': ${needs}\n`).join('')}---\n\n${uncovered[0]?.reasons[0] ?? ''}\n`,
    ...(isPublished
      ? []
      : [`If ${version} is not published yet and should contain the change, run: npm run release -- baseline`]),
  ].join('\n');
}

/**
 * Compares the description and the exports of every package with the baseline, and checks that a changeset names each
 * changed package with the bump that it needs. Before 1.0.0, a breaking change needs a minor bump.
 *
 * @throws {ProjectError} when the baseline is that of another version
 */
export async function uncoveredChanges(root: string): Promise<readonly Uncovered[]> {
  const [before, after] = [baseline(root), currentSurface(root)];
  if (before.version !== after.version)
    throw new ProjectError(
      `The packages have version ${after.version}, and scripts/release/baseline is that of ${before.version}. ` +
        'Set a version with `npm run release -- version`, which writes both.',
    );
  const planned = plannedBumps(root);
  const { changes, packages } = await compareDocuments(before, after);
  return PUBLISHED.flatMap((folder) => {
    const name = `@syncline/${folder}`;
    const exported = compareReports(before.reportOf(folder) ?? '', after.reportOf(folder) ?? '');
    const described = packages[name];
    const needs = releaseBump(highest([described ?? 'none', ...exported.map(({ bump }) => bump)]), before.version);
    const has = planned.get(name) ?? 'none';
    if (BUMPS.indexOf(has) >= BUMPS.indexOf(needs)) return [];
    const reasons = [...(described === undefined ? [] : changes), ...exported].map(({ message }) => message);
    return [{ name, needs, has, reasons }];
  });
}

/** The changes of the description. The comparison is only loaded if the documents differ, because it takes a second. */
async function compareDocuments(before: Surface, after: Surface): Promise<Pick<DiffReport, 'changes' | 'packages'>> {
  const [old, now] = [before, after].map(({ documents }) =>
    readdirSync(documents).map((name) => [name, readFileSync(join(documents, name), 'utf8')]),
  );
  if (JSON.stringify(old) === JSON.stringify(now)) return { changes: [], packages: {} };
  const { compare } = await import('../../packages/cli/src/diff/compare.ts');
  const { loadSide } = await import('../../packages/cli/src/diff/load-side.ts');
  return compare(await loadSide(before.documents), await loadSide(after.documents));
}

/**
 * The changesets that would release 1.0.0 by calling a change major: before 1.0.0, `major` is a separate decision that
 * does not depend on the size of a change.
 */
function prematureMajors(root: string): readonly string[] {
  const { version } = currentSurface(root);
  return [...plannedBumps(root)].flatMap(([name, bump]) => (releaseBump(bump, version) === bump ? [] : [name]));
}
