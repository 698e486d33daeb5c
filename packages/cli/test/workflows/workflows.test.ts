import { readFileSync, readdirSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

interface Workflow {
  readonly permissions?: object;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>;
        readonly environment?: string;
        readonly needs?: string;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

const folder = new URL('../../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return { name, text, workflow: parseYaml(text) as Workflow };
});

test.each(workflows)('$name uses actions by commit, with the version beside it', ({ text }) => {
  const uses = text.split('\n').filter((line) => line.includes('uses:'));
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test.each(workflows)('$name grants nothing by default, and no secret is named', ({ text, workflow }) => {
  expect(workflow.permissions).toEqual({});
  expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
});

test('one job can publish: it has the identity token, a protected environment, and comes after the checks', () => {
  const jobs = workflows.flatMap(({ workflow }) => Object.entries(workflow.jobs));
  const writers = jobs.filter(([, { permissions = {} }]) => Object.values(permissions).includes('write'));
  expect(writers.map(([name]) => name)).toEqual(['publish']);
  expect(writers[0]?.[1]).toMatchObject({
    environment: 'npm',
    needs: 'verify',
    permissions: { contents: 'write', 'id-token': 'write' },
  });
  expect(
    jobs.filter(([, { steps }]) => steps.some(({ run = '' }) => run.includes('publish'))).map(([name]) => name),
  ).toEqual(['publish']);
});

test('CI runs the tests and the matrix', () => {
  expect(workflows.find(({ name }) => name === 'ci.yml')?.text).toContain('bash .ci/run');
  const script = readFileSync(new URL('../../.ci/run', folder), 'utf8');
  for (const command of ['npm test', 'npm run test:matrix']) expect(script).toContain(command);
});
