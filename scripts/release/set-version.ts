import { spawnSync } from 'node:child_process';
import { writeChangelog } from '../changelog.ts';
import { ProjectError } from '../project-error.ts';
import { uncoveredChanges } from './gate.ts';
import { currentSurface, writeBaseline } from './surface.ts';

/**
 * Uses up the changesets of a checkout: sets the version of all packages, also in the lockfile, and writes the changelogs
 * and the baseline of the gate. Returns the version.
 *
 * @throws {ProjectError} when a change has no changeset, or a command fails
 */
export async function setVersion(root: string, environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const uncovered = await uncoveredChanges(root);
  if (uncovered.length > 0)
    throw new ProjectError(
      `No changeset covers a change of ${uncovered.map(({ name }) => name).join(', ')}: see npm run release-gate`,
    );
  const run = (command: string, ...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env: environment, encoding: 'utf8' });
    if (status !== 0) throw new ProjectError(`${command} ${args[0]} failed:\n${stdout}${stderr}`);
  };
  run('changeset', 'version');
  run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund');
  writeChangelog(root);
  writeBaseline(root);
  return currentSurface(root).version;
}
