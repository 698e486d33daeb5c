import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations as table, type OperationId } from '@syncline/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../../../scripts/ship/packages.ts';
import { type Change, releaseBump } from '../../src/diff/change.ts';
import { loadSide } from '../../src/diff/load-side.ts';
import type { Description } from '../../src/generate/model.ts';
import { findImpact } from '../../src/impact/find-impact.ts';
import { openProjects, type Project } from '../../src/impact/open-projects.ts';
import { CONSUMER, labelAt } from '../diff/consumer.ts';
import { RECORDED } from '../diff/recorded-changes.ts';
import { consumerProject } from '../support/consumer-project.ts';
import { descriptionCopy, repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const { version } = readManifest(`${repository}packages/cli`);

interface Shown {
  readonly bump: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

const all = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

const isPublished = (id: string): id is OperationId => Object.hasOwn(table, id);
const callsOf = (id: OperationId): readonly string[] => [table[id].call, ...table[id].otherCalls];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let folder: string;
let projects: readonly Project[];
let current: readonly Description[];

beforeAll(async () => {
  folder = await consumerProject({ 'use.ts': CONSUMER }, mkdtempSync(join(tmpdir(), 'syncline-')));
  projects = openProjects(folder);
  current = await loadSide(`${repository}openapi`);
});

test('the program of the consumer compiles', () => {
  const [project] = projects;
  const file = project?.program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/use.ts'));
  expect(project?.program.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
});

describe('each recorded change gets the bump, operations, fields, calls and lines that were written by hand', () => {
  test.each(RECORDED)('$title: $bump', async ({ file, from, to, bump, operations, fields, lines }) => {
    const { status, out } = await runCommand(
      'diff',
      `${repository}openapi`,
      await descriptionCopy(file, from, to),
      '--json',
    );
    const report = JSON.parse(out) as Shown;
    expect(status).toBe(0);
    const visible = report.changes.filter((change) => change.bump !== 'patch');
    const { impact } = findImpact(projects, visible, current, folder);
    expect({
      bump: report.bump,
      lines: [...new Set(impact.map(({ line }) => labelAt(line)))],
      operations: all(report.changes.map((change) => change.operations)),
      fields: all(report.changes.map((change) => change.fields)),
      calls: all(report.changes.map((change) => change.calls)),
      openapi: report.packages['@syncline/openapi'],
    }).toEqual({
      bump,
      lines,
      operations: all([operations]),
      fields: all([fields]),
      calls: all(operations.filter(isPublished).map(callsOf)),
      openapi: releaseBump(bump, version),
    });
  });
});

test('there are at least 45 of them', () => {
  expect(RECORDED.length).toBeGreaterThanOrEqual(45);
});
