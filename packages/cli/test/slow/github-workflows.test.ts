import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Installation, install, services } from '../command/support/services.ts';
import { junitErrors, noJUnitSchema } from '../support/junit-schema.ts';

/** The workflows in the guide. The tests read their YAML and run their steps as GitHub does, against a sandbox. */
interface Workflow {
  readonly name: string;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const guide = readFileSync(join(root, 'packages/docs/src/content/docs/guides/github-actions.md'), 'utf8');
const workflows = [...guide.matchAll(/```yaml title="\.github\/workflows\/[^"]+"\n([\s\S]*?)```/g)].map(
  ([, text = '']) => parse(text) as Workflow,
);
const stepOf = (workflow: string, name: string): Step => {
  const steps = Object.values(workflows.find((each) => each.name === workflow)?.jobs ?? {}).flatMap((job) => job.steps);
  const step = steps.find((each) => each.name === name);
  if (step === undefined) throw new Error(`The guide has no step ${name} in the workflow ${workflow}.`);
  return step;
};

let installation: Installation;
beforeAll(async () => {
  installation = await install(services.healthy);
  mkdirSync(join(installation.folder, 'jobs'));
});
afterAll(() => installation.close());

/** Runs a step with bash and the options that GitHub uses. `npx syncline` runs the program of this repository. */
async function runStep(step: Step, values: Readonly<Record<string, string>> = {}) {
  const summary = join(installation.folder, `summary-${Math.random()}.md`);
  const env = Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      values[value.replace(/^\$\{\{ | \}\}$/g, '')] ?? value,
    ]),
  );
  const npx = `npx() { [ "$1" = syncline ]; shift; '${process.execPath}' --conditions=@syncline/source --no-warnings '${root}packages/cli/src/bin.ts' "$@"; }`;
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `${npx}\n${step.run}`], {
    cwd: installation.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...installation.variables,
      ...env,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
    },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, ...texts, summary: readFileSync(summary, 'utf8') };
}

const secrets = () => ({ 'secrets.SYNC_PASSWORD': installation.secret, 'secrets.SYNC_USER': 'unused' });

test('the guide has complete workflows, each with a time limit and minimal permissions', () => {
  expect(workflows.map(({ name }) => name)).toEqual(['Freshness', 'Orders', 'Lint']);
  for (const workflow of workflows)
    expect(workflow).toMatchObject({
      on: expect.anything(),
      permissions: { contents: 'read' },
      jobs: { [workflow.name.toLowerCase()]: { 'runs-on': expect.any(String), 'timeout-minutes': expect.any(Number) } },
    });
});

test('freshness fails the step for a job that is getting old, and keeps a report', async () => {
  const step = stepOf('Freshness', 'Is the data fresh?');
  const { status, out, err, summary } = await runStep(step, secrets());
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^::error title=Getting old%3A 日次バッチ 🚚 Café::.*older than 2h \(the last success started 4h \d+m ago\)\.$/m,
  );
  expect(summary).toContain('### Freshness of production\n\n<p>3 jobs: 1 warn, 2 pass.</p>');
  const report = readFileSync(join(installation.folder, 'freshness.xml'), 'utf8');
  expect(report).toContain('<failure message="older than 2h (the last success started 4h');
  if (noJUnitSchema === undefined) expect(await junitErrors(report)).toEqual([]);
});

test('wait passes the step when the run that started later has succeeded', async () => {
  const step = stepOf('Orders', 'Wait until the run has ended');
  const after = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const { status, err, summary } = await runStep(step, { ...secrets(), 'steps.before.outputs.time': after });
  expect(status, err).toBe(0);
  expect(err).not.toContain('::');
  expect(summary).toContain('<p>The run succeeded.</p>');
});

test('lint annotates the lines of the files, and drift names what differs', async () => {
  await runStep({ run: 'npx syncline snapshot jobs/production; touch "$GITHUB_STEP_SUMMARY"' });
  const same = await runStep(stepOf('Lint', 'Do the jobs match their files?'), secrets());
  expect([same.status, same.summary.includes('No difference in 3 jobs.')]).toEqual([0, true]);
  const lint = await runStep(stepOf('Lint', 'Are the jobs sound?'), secrets());
  expect(lint.status).toBe(1);
  const [, file = '', line = ''] =
    /^::error file=(jobs\/production\/\S+?\.json),line=(\d+),title=\S/m.exec(lint.err) ?? [];
  const text = readFileSync(join(installation.folder, file), 'utf8').split('\n')[Number(line) - 1];
  expect(text).toContain('"DropTable"');
  expect(lint.summary).toContain('### Lint of production');
});
