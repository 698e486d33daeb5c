import { ConfigError } from '@syncline/core/internal';
import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { compare } from '../diff/compare.ts';
import { loadSides } from '../diff/load-side.ts';
import { findImpact } from '../impact/find-impact.ts';
import { findInstalledDescription, openProjects } from '../impact/open-projects.ts';
import { printAnnotations, printText, toSarif } from '../impact/report.ts';
import { toJson } from '../formats/to-json.ts';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

/** `syncline impact`: lists the lines of a consumer's code that use what changed. */
export const impact = defineCommand({
  name: 'impact',
  group: 'developers',
  summary: 'list the lines of your code that use what changed, and explain what breaks',
  arguments: { dir: { text: 'a folder with a tsconfig.json, or a tsconfig file', isOptional: true, default: '.' } },
  options: {
    new: { value: 'path', text: 'the new OpenAPI document, or a folder of documents', isRequired: true },
    old: {
      value: 'path',
      text: 'the old document or folder (default: the documents of the installed @syncline/openapi)',
    },
    all: { text: 'include changes to documentation' },
  },
  formats: ['text', 'json', 'sarif', 'github'],
  examples: ['syncline impact --new new.yaml', 'syncline impact packages/app --new new/ --output sarif > impact.sarif'],
  exitStatuses: {
    0: 'nothing breaks',
    1: 'a change breaks your code',
    2: 'an option, a document or the project cannot be used',
  },
  async run({ dir, old: oldPath, new: path, all }, { output }) {
    const start = resolve(dir);
    const folder = existsSync(start) && statSync(start).isFile() ? dirname(start) : start;
    const projects = openProjects(dir);
    const before = oldPath ?? findInstalledDescription([folder, ...projects.map(({ config }) => dirname(config))]);
    if (before === undefined)
      throw new ConfigError(
        dir,
        'has no @syncline/openapi installed. Name the description that the code was written for with --old',
      );
    const [old, now] = await loadSides(before, path);
    const { changes } = compare(old, now);
    const considered = changes.filter(({ bump }) => all || bump !== 'patch');
    const found = findImpact(projects, considered, old, folder, now);
    // Annotations name files relative to the current folder, which is the root of the repository on CI.
    const inside = relative(process.cwd(), folder);
    const prefix = inside === '' || inside.startsWith('..') ? '' : `${inside.replaceAll('\\', '/')}/`;
    switch (output.format) {
      case 'json':
        output.write(toJson({ changes: changes.length, ...found }, 2));
        break;
      case 'sarif':
        output.write(toJson(toSarif(found, prefix), 2));
        break;
      case 'github':
        for (const line of printAnnotations(found, prefix)) output.write(line);
        break;
      default:
        for (const line of printText(found, changes.length, considered.length, output.view)) output.write(line);
    }
    return found.impact.some(({ bump }) => bump === 'major') ? exitStatus.no : exitStatus.yes;
  },
});
