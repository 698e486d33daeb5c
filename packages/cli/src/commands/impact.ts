import { ConfigError } from '@syncline/core/internal';
import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { compare } from '../diff/compare.ts';
import { loadSides } from '../diff/load-side.ts';
import { findImpact } from '../impact/find-impact.ts';
import { findInstalledDescription, openProjects } from '../impact/open-projects.ts';
import { printGithub } from '../impact/report/github.ts';
import { toSarif } from '../impact/report/sarif.ts';
import { printText } from '../impact/report/text.ts';
import { toJson } from '../formats/to-json.ts';
import type { Output } from '../terminal/output.ts';
import { exitStatus } from '../command/exit-status.ts';

export interface ImpactOptions {
  readonly old?: string | undefined;
  readonly new: string;
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly output?: 'text' | 'json' | 'sarif' | 'github' | undefined;
}

/**
 * `syncline impact`: lists the lines of a consumer's code that use what changed. Returns the exit status, which is 1
 * when something breaks.
 */
export async function impact(directory: string, options: ImpactOptions, output: Output): Promise<number> {
  const start = resolve(directory);
  const folder = existsSync(start) && statSync(start).isFile() ? dirname(start) : start;
  const projects = openProjects(directory);
  const before = options.old ?? findInstalledDescription([folder, ...projects.map(({ config }) => dirname(config))]);
  if (before === undefined)
    throw new ConfigError(
      directory,
      `has no @syncline/openapi installed. Name the description that the code was written for with --old`,
    );
  const [old, now] = await loadSides(before, options.new);
  const { changes } = await compare(old, now);
  const shown = changes.filter(({ bump }) => options.all || bump !== 'patch');
  const found = findImpact(projects, shown, old, folder);
  const breaks = found.impact.some(({ bump }) => bump === 'major');
  // Annotations name files relative to the current folder, which is the root of the repository on CI.
  const inside = relative(process.cwd(), folder);
  const prefix = inside === '' || inside.startsWith('..') ? '' : `${inside.replaceAll('\\', '/')}/`;
  switch (options.json ? 'json' : (options.output ?? 'text')) {
    case 'json':
      output.out(toJson({ changes: changes.length, ...found }));
      break;
    case 'sarif':
      output.out(toJson(toSarif(found, prefix)));
      break;
    case 'github':
      for (const line of printGithub(found, prefix)) output.out(line);
      break;
    case 'text':
      for (const line of printText(found, changes.length, shown.length, output)) output.out(line);
      break;
  }
  return breaks ? exitStatus.no : exitStatus.yes;
}
