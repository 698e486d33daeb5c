import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const cwd = fileURLToPath(new URL('../../', import.meta.url));

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs the quick or the slow tests of this package in a process of their own, in one of the hosts of vitest.config.ts. */
async function runIn(host: string, suite: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  try {
    const file = join(folder, 'report.json');
    const args = [vitest, 'run', '--reporter=json', `--outputFile=${file}`];
    const env = { ...process.env, HOST: host, SUITE: suite };
    const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore' });
    await new Promise((resolve) => child.once('close', resolve));
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hosts = [
  ['zone', 'with the promises of zone.js'],
  ['realm', 'in another realm (node:vm)'],
  ['frozen', 'with frozen built-in objects'],
] as const;
// The slow tests take minutes in each of them.
const suites = process.env['SUITE'] === 'soak' ? ['quick', 'slow'] : ['quick'];

it.each(
  suites.flatMap((suite) => hosts.map(([host, name]) => [host, suite, name])),
)('%s: every %s test of the client passes %s', async (host, suite) => {
  const { numPassedTests, testResults } = await runIn(host as string, suite as string);
  const failed = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  ]);
  expect(failed).toEqual([]);
  expect(numPassedTests).toBeGreaterThan(2_000);
});
