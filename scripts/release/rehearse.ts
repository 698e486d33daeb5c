import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PUBLISHED, ROOT } from '../ship/packages.ts';
import { buildStage, stageWorkspace } from '../ship/stage.ts';
import { findProblem } from './gate.ts';
import { type Registry, startRegistry } from './local-registry.ts';
import { setVersion } from './set-version.ts';
import { currentSurface, writeBaseline } from './surface.ts';

// The rehearsal generates with the sources of the generator, because it must not depend on a build of the checkout.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@syncline/source'] }),
});

const run = promisify(execFile);

/** What the steps share: a copy of the workspace, a registry, and a folder for other files. */
interface Rehearsal {
  readonly stage: string;
  readonly folder: string;
  readonly registry: Registry;
  readonly say: (line: string) => void;
}

/** A release that was rehearsed. */
export interface Release {
  readonly version: string;
  /** A project in which every package was installed from the registry, with an empty cache for the first release */
  readonly project: string;
}

/** A rehearsal, step by step. */
export interface OpenRehearsal {
  readonly registry: Registry;
  /** A folder for more projects, which `close` removes */
  readonly folder: string;
  /** @throws {Error} that says which step failed, and why */
  releaseFirst(): Promise<Release>;
  /** @throws {Error} that says which step failed, and why */
  releaseBreakingChange(before: Release): Promise<Release>;
  close(): Promise<void>;
}

/** Copies the workspace and starts a registry, for the steps of two releases with a breaking change between them. */
export async function openRehearsal(say: (line: string) => void): Promise<OpenRehearsal> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-rehearsal-'));
  const stage = stageWorkspace();
  const remove = (): void => [folder, stage].forEach((path) => rmSync(path, { recursive: true, force: true }));
  try {
    cpSync(join(ROOT, 'openapi'), join(stage, 'openapi'), { recursive: true });
    // The lockfile lists the private packages, too.
    for (const name of ['bench', 'testing'])
      cpSync(join(ROOT, 'packages', name, 'package.json'), join(stage, 'packages', name, 'package.json'));
    writeBaseline(stage);
    const registry = await startRegistry(folder);
    const rehearsal = { stage, folder, registry, say };
    commit(rehearsal, 'Begin');
    return {
      registry,
      folder,
      releaseFirst: () => releaseFirst(rehearsal),
      releaseBreakingChange: (before) => releaseBreakingChange(rehearsal, before.version),
      close: async () => {
        await registry.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Runs the steps of both releases.
 *
 * @throws {Error} that says which step failed, and why.
 */
export async function rehearse(say: (line: string) => void): Promise<void> {
  const rehearsal = await openRehearsal(say);
  try {
    await rehearsal.releaseBreakingChange(await rehearsal.releaseFirst());
    say('2 of 2 releases rehearsed.');
  } finally {
    await rehearsal.close();
  }
}

/** The first release: every package is published with the version of the checkout. */
async function releaseFirst(rehearsal: Rehearsal): Promise<Release> {
  const { stage, say } = rehearsal;
  const { version } = currentSurface(stage);
  buildStage(stage);
  await publish(rehearsal, version);
  const project = await install(rehearsal, version);
  say(`first release: ${PUBLISHED.length} packages published as ${version}, and installed in an empty project`);
  return { version, project };
}

/** A later release: the gate requires a changeset and accepts it, and the step `version` uses it up. */
async function releaseBreakingChange(rehearsal: Rehearsal, before: string): Promise<Release> {
  const { stage, registry, say } = rehearsal;
  await removeField(stage);
  const problem = (await findProblem(stage)) ?? '';
  const [changeset] = /^---\n[\s\S]*?^---\n\n.+\n/m.exec(problem) ?? [];
  if (changeset?.includes("'@syncline/openapi': minor") !== true)
    throw new Error(`The gate does not ask for a minor bump after a breaking change: ${problem}`);
  say(`breaking change: the gate asks for\n${changeset}`);
  writeFileSync(join(stage, '.changeset/breaking.md'), changeset);
  const still = await findProblem(stage);
  if (still !== undefined) throw new Error(`The gate does not accept the changeset that it asks for: ${still}`);
  commit(rehearsal, 'Remove a field');
  const version = await setVersion(stage, registry.environment);
  const blocked = await findProblem(stage);
  if (blocked !== undefined) throw new Error(`The gate does not accept the new version: ${blocked}`);
  if (before.split('.')[1] === version.split('.')[1])
    throw new Error(`${before} became ${version}, which is not a minor bump`);
  for (const name of ['openapi', 'client'])
    if (!readFileSync(join(stage, 'packages', name, 'CHANGELOG.md'), 'utf8').includes(`## ${version}`))
      throw new Error(`The changelog of ${name} has no entry for ${version}`);
  commit(rehearsal, `Release ${version}`);

  // As in the first release, because a build contains the version.
  buildStage(stage);
  await publish(rehearsal, version);
  const project = await install(rehearsal, version);
  say(`second release: ${PUBLISHED.length} packages published as ${version}, and installed in an empty project`);
  return { version, project };
}

async function publish({ stage, registry }: Rehearsal, version: string): Promise<void> {
  await run('changeset', ['publish'], { cwd: stage, env: registry.environment });
  const tags = git(stage, 'tag').split('\n');
  for (const name of PUBLISHED) {
    const response = await fetch(`${registry.url}@syncline%2f${name}`);
    const { 'dist-tags': tagged } = (await response.json()) as { 'dist-tags'?: { latest?: string } };
    if (tagged?.latest !== version) throw new Error(`The registry has ${name} ${tagged?.latest} instead of ${version}`);
    if (!tags.includes(`@syncline/${name}@${version}`)) throw new Error(`There is no tag @syncline/${name}@${version}`);
  }
}

/** Installs every package in an empty project, and calls a sandbox with the installed client and program. */
async function install({ folder, registry }: Rehearsal, version: string): Promise<string> {
  const project = join(folder, `project-${version}`);
  mkdirSync(project);
  writeFileSync(
    join(project, 'package.json'),
    '{ "name": "consumer", "version": "1.0.0", "private": true, "type": "module" }\n',
  );
  const names = PUBLISHED.map((name) => `@syncline/${name}`);
  await run('npm', ['install', '--no-audit', '--no-fund', ...names], { cwd: project, env: registry.installing });
  cpSync(join(import.meta.dirname, 'try-installed.mjs'), join(project, 'try-installed.mjs'));
  const { stdout } = await run(process.execPath, ['try-installed.mjs'], { cwd: project });
  if (stdout.trim() !== `${version} called`)
    throw new Error(`The output of the installed packages is wrong: ${stdout}`);
  return project;
}

/** A breaking change as a maintainer makes it: in the description, and in what is generated from it. */
async function removeField(stage: string): Promise<void> {
  const schema = join(stage, 'openapi/schemas/Job.yaml');
  const text = readFileSync(schema, 'utf8');
  const changed = text.replace(/ {2}PreJob: .*\n.*\n/, '');
  if (changed === text) throw new Error('openapi/schemas/Job.yaml has no PreJob: name another field in rehearse.ts');
  writeFileSync(schema, changed);
  const { generateFiles, loadProject, writeFiles } = await import('../../packages/cli/src/generate/index.ts');
  const descriptions = await loadProject(join(stage, 'openapi/redocly.yaml'));
  await writeFiles(join(stage, 'packages/openapi'), generateFiles(descriptions));
}

function commit({ stage }: Rehearsal, message: string): void {
  if (!existsSync(join(stage, '.git'))) {
    writeFileSync(join(stage, '.gitignore'), 'node_modules\ndist\n');
    git(stage, 'init', '-q', '-b', 'main');
    // changesets runs git itself to create tags, and reports nothing if git has no user name.
    git(stage, 'config', 'user.name', 'Rehearsal');
    git(stage, 'config', 'user.email', 'rehearsal@mail.invalid');
  }
  git(stage, 'add', '.');
  git(stage, 'commit', '-q', '-m', message);
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
