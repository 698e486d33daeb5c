import { operations as table, type OperationId } from '@syncline/openapi';
import { describe, expect, test } from 'vitest';
import { releaseBump } from '../../src/diff/release-bump.ts';
import { descriptionCopy, repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { readManifest } from '../../../../scripts/ship/packages.ts';
import { RECORDED } from './recorded-changes.ts';

const { version } = readManifest(`${repository}packages/cli`);

interface Shown {
  readonly bump: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly changes: readonly {
    readonly bump: string;
    readonly operations: readonly string[];
    readonly fields: readonly string[];
    readonly calls: readonly string[];
  }[];
}

const all = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

const isPublished = (id: string): id is OperationId => Object.hasOwn(table, id);
const callsOf = (id: OperationId): readonly string[] => [table[id].call, ...table[id].otherCalls];

describe('each recorded change gets the bump, the operations, the fields and the calls that a person gave it', () => {
  test.each(RECORDED)('$title: $bump', async ({ file, from, to, bump, operations, fields }) => {
    const { status, out } = await runCommand(
      'diff',
      `${repository}openapi`,
      await descriptionCopy(file, from, to),
      '--json',
    );
    const report = JSON.parse(out) as Shown;
    expect(status).toBe(0);
    expect({
      bump: report.bump,
      operations: all(report.changes.map((change) => change.operations)),
      fields: all(report.changes.map((change) => change.fields)),
      calls: all(report.changes.map((change) => change.calls)),
      openapi: report.packages['@syncline/openapi'],
    }).toEqual({
      bump,
      operations: all([operations]),
      fields: all([fields]),
      calls: all(operations.filter(isPublished).map(callsOf)),
      openapi: releaseBump(bump, version),
    });
  });
});

test('there are at least 25 of them', () => {
  expect(RECORDED.length).toBeGreaterThanOrEqual(25);
});
