import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUMPS, highest, type Bump } from '../../packages/cli/src/diff/change.ts';
import { compare } from '../../packages/cli/src/diff/compare.ts';
import { loadSide } from '../../packages/cli/src/diff/load-side.ts';
import { PUBLISHED } from '../ship/packages.ts';
import { buildStage, stageWorkspace } from '../ship/stage.ts';
import { plannedBumps } from './changesets.ts';
import { compareDeclarations, publicDeclarations } from './declarations.ts';
import { checkOut } from './last-release.ts';

/** A package whose changesets do not cover its changes. */
export interface Uncovered {
  readonly name: string;
  readonly needs: Bump;
  readonly has: Bump;
  readonly reasons: readonly string[];
}

/**
 * Compares the description and the public declarations of every package with a release, and checks that the changesets
 * cover the changes.
 */
export async function uncoveredChanges(root: string, tag: string): Promise<readonly Uncovered[]> {
  const release = checkOut(root, tag);
  const stages = [stageWorkspace(release), stageWorkspace(root)] as const;
  try {
    const description = await compare(await loadSide(join(release, 'openapi')), await loadSide(join(root, 'openapi')));
    for (const stage of stages) buildStage(stage);
    const planned = plannedBumps(root);
    return PUBLISHED.flatMap((folder) => {
      const name = `@syncline/${folder}`;
      const [before, after] = stages.map((stage) => publicDeclarations(join(stage, 'packages', folder)));
      const declared = compareDeclarations(before ?? new Map(), after ?? new Map());
      const described = description.packages[name];
      const needs = highest([described ?? 'none', ...declared.map(({ bump }) => bump)]);
      const has = planned.get(name) ?? 'none';
      if (BUMPS.indexOf(has) >= BUMPS.indexOf(needs)) return [];
      const reasons = [
        ...(described === undefined ? [] : description.changes.map(({ message }) => message)),
        ...declared.map(({ message }) => message),
      ];
      return [{ name, needs, has, reasons }];
    });
  } finally {
    for (const path of [release, ...stages]) rmSync(path, { recursive: true, force: true });
  }
}
