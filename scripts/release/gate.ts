import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUMPS, highest, type Bump, releaseBump } from '../../packages/cli/src/diff/change.ts';
import { compare } from '../../packages/cli/src/diff/compare.ts';
import { loadSide } from '../../packages/cli/src/diff/load-side.ts';
import { PUBLISHED, readManifest } from '../ship/packages.ts';
import { buildDeclarations, stageWorkspace } from '../ship/stage.ts';
import { bumpBetween, plannedBumps } from './changesets.ts';
import { compareDeclarations, publicDeclarations } from './declarations.ts';
import { checkOut } from './last-release.ts';
import { touchedPackages } from './touched-packages.ts';

/** A package whose changesets and version do not cover its changes. */
export interface Uncovered {
  readonly name: string;
  readonly needs: Bump;
  readonly has: Bump;
  readonly reasons: readonly string[];
}

/** One side of the comparison: a folder with `openapi/` and the manifests, and one with the built packages. */
export interface Side {
  readonly root: string;
  readonly built: string;
}

/** Compares a checkout with a release of it. Builds the declarations of both if they can differ. */
export async function uncoveredChanges(root: string, tag: string): Promise<readonly Uncovered[]> {
  const release = checkOut(root, tag);
  const stages = [stageWorkspace(release), stageWorkspace(root)] as const;
  try {
    const touched = touchedPackages(release, root);
    for (const stage of stages) buildDeclarations(stage, touched);
    return await findUncovered({ root: release, built: stages[0] }, { root, built: stages[1] });
  } finally {
    for (const path of [release, ...stages]) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Compares the description and the public declarations of every package with a release, and checks that the bumps cover
 * the changes: those of the pending changesets, and those that the versions have had since the release. All packages
 * have the same version, so the highest bump applies to all. Before 1.0.0, a breaking change needs a minor bump.
 */
export async function findUncovered(before: Side, after: Side): Promise<readonly Uncovered[]> {
  const [old, now] = await Promise.all([before, after].map(({ root }) => loadSide(join(root, 'openapi'))));
  const description = compare(old ?? [], now ?? []);
  const bumped = PUBLISHED.map((folder) => versionBump(before.root, after.root, folder));
  const has = highest([...plannedBumps(after.root).values(), ...bumped]);
  return PUBLISHED.flatMap((folder) => {
    const name = `@syncline/${folder}`;
    const declared = compareDeclarations(
      publicDeclarations(join(before.built, 'packages', folder)),
      publicDeclarations(join(after.built, 'packages', folder)),
    );
    const described = description.packages[name];
    const changed = highest([described ?? 'none', ...declared.map(({ bump }) => bump)]);
    const needs = releaseBump(changed, versionOf(before.root, folder) ?? '0.0.0');
    if (BUMPS.indexOf(has) >= BUMPS.indexOf(needs)) return [];
    const reasons = [
      ...(described === undefined ? [] : description.changes.map(({ message }) => message)),
      ...declared.map(({ message }) => message),
    ];
    return [{ name, needs, has, reasons }];
  });
}

/**
 * The changesets that would release 1.0.0 by calling a change major: before 1.0.0, `major` is a separate decision that
 * does not depend on the size of a change.
 */
export function prematureMajors(root: string): readonly string[] {
  return [...plannedBumps(root)].flatMap(([name, bump]) => {
    const version = versionOf(root, name.replace('@syncline/', ''));
    return version !== undefined && releaseBump(bump, version) !== bump ? [name] : [];
  });
}

function versionBump(before: string, after: string, folder: string): Bump {
  const [old, now] = [versionOf(before, folder), versionOf(after, folder)];
  return old === undefined || now === undefined ? 'none' : bumpBetween(old, now);
}

function versionOf(root: string, folder: string): string | undefined {
  const path = join(root, 'packages', folder);
  return existsSync(join(path, 'package.json')) ? readManifest(path).version : undefined;
}
