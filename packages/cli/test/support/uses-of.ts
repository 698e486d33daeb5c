import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.ts';
import { loadSide } from '../../src/diff/load-side.ts';
import type { Description } from '../../src/generate/model.ts';
import { findImpact } from '../../src/impact/find-impact.ts';
import { openProjects, type Project } from '../../src/impact/open-projects.ts';
import { consumerProject } from './consumer-project.ts';
import { repository } from './description-copy.ts';

/** Lists the uses of a change in the project. The project must compile. */
export type UsesOf = (topic: Change['topic'], about: Partial<Change>) => readonly string[];

/**
 * Opens a project for all tests of a file. Each use is shown as the name of its line, the code at that place, and its
 * meaning. A place that was not examined is shown as the name of its line and the reason.
 */
export function usesOfProject(files: Readonly<Record<string, string>>): UsesOf {
  let folder: string;
  let projects: readonly Project[];
  let current: readonly Description[];

  beforeAll(async () => {
    folder = await consumerProject(files, mkdtempSync(join(tmpdir(), 'syncline-')));
    projects = openProjects(folder);
    current = await loadSide(`${repository}openapi`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the programs compile', () => {
    for (const { program } of projects)
      for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder)))
        expect(program.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  });

  const shownAt = (file: string, line: number): string => files[file]?.split('\n')[line - 1] ?? '';
  const named = (file: string, line: number): string =>
    /^(?:export |declare )?(?:const|type) (?:(\w+)|\{ (.*?) \})/.exec(shownAt(file, line))?.slice(1).join('') ??
    `${file}:${line}`;
  return (topic, about) => {
    const nothing = { operations: [], fields: [], calls: [], parameters: [], schemes: [], values: [] };
    const words = { message: 'm', why: null, before: null, after: null, action: null };
    const change: Change = {
      document: 'odata',
      kind: 'modified',
      bump: 'major',
      topic,
      ...nothing,
      ...words,
      ...about,
    };
    const { impact, notExamined } = findImpact(projects, [change], current, folder);
    return [
      ...impact.map(
        ({ file, line, column, endColumn, uses }) =>
          `${named(file, line)}: ${shownAt(file, line).slice(column - 1, endColumn - 1)} is ${uses}`,
      ),
      ...notExamined.map(({ file, line, reason }) => `${named(file, line ?? 0)}? ${reason}`),
    ];
  };
}
