import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerFile, versionOf } from '../harness/peers.ts';
import { command, commandColumns } from '../harness/processor-time.ts';
import { compareSamples } from '../harness/rounds.ts';
import { goal } from '../harness/suite.ts';
import type { Suite } from '../harness/suite.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const tsc = fileURLToPath(peerFile('node_modules/typescript/bin/tsc'));

const options = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.asynciterable', 'dom.iterable'],
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** One file of the consumer. Each file calls the client, reads fields and contains some other code. */
function source(index: number): string {
  const neighbor = index === 0 ? '' : `import { total${index - 1} } from './part${index - 1}.js';\n`;
  return `import type { ODataClient, V2Client } from '@syncline/client';
import type { Job } from '@syncline/openapi';
${neighbor}
export interface Row${index} { readonly name: string; readonly hook: string | undefined; readonly count: number }

export function row${index}(job: Job): Row${index} {
  return { name: job.JobName, hook: job.PreJob, count: Object.keys(job).length };
}

export async function read${index}(odata: ODataClient, v2: V2Client): Promise<readonly Row${index}[]> {
  const job = await odata.jobs.get('job ${index}');
  const runs = await odata.history.list({ filter: (h) => h.details.contains('${index}'), orderBy: 'runstartdate desc' });
  const statuses = await v2.jobs.status('${index}');
  return [row${index}(job), { name: String(runs.length), hook: undefined, count: statuses.length }];
}

export const total${index} = (rows: readonly Row${index}[]): number =>
  rows.reduce((sum, { count }) => sum + count, ${index === 0 ? '0' : `total${index - 1}([])`});
`;
}

/** A project of `files` files that use the packages of this repository. */
function writeProject(folder: string, files: number): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['@syncline', 'openapi-fetch'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
  for (let index = 0; index < files; index++) writeFileSync(join(folder, `src/part${index}.ts`), source(index));
}

/** The description without a field that every file of the project reads. */
function changedDescription(folder: string): string {
  const copy = join(folder, 'openapi');
  cpSync(join(root, 'openapi'), copy, { recursive: true });
  const job = join(copy, 'schemas/Job.yaml');
  const before = readFileSync(job, 'utf8');
  const after = before.replace('  PreJob:', '  BeforeJob:');
  if (after === before)
    throw new Error('openapi/schemas/Job.yaml has no PreJob. Change packages/bench/src/suites/impact.ts.');
  writeFileSync(job, after);
  return copy;
}

export default {
  title: 'Impact of a change',
  async *run(settings) {
    const folder = mkdtempSync(join(tmpdir(), 'syncline-impact-'));
    const files = settings.quick ? 100 : 500;
    // Consumers compile the published packages.
    const turbo = join(root, 'node_modules/turbo/bin/turbo');
    execFileSync(process.execPath, [turbo, 'run', 'build', '--filter=@syncline/cli'], { cwd: root, stdio: 'pipe' });
    try {
      const project = join(folder, 'consumer');
      writeProject(project, files);
      const changed = changedDescription(folder);
      const impact = [join(root, 'packages/cli/dist/bin.js'), 'impact', project];
      yield await compareSamples(
        {
          title: `A project of ${files} files`,
          about: `Processor time of whole processes. A field that every file reads is renamed; \`syncline impact\` reads both descriptions and prints the ${files} lines, \`tsc\` checks the types.`,
          unit: 'runs/processor s',
          baseline: 'tsc --noEmit',
          extras: commandColumns,
          warmUp: false,
          contenders: [
            command('tsc --noEmit', [[tsc, '-p', project]], { version: versionOf('typescript'), cwd: root }),
            command('syncline impact', [[...impact, '--old', join(root, 'openapi'), '--new', changed]], {
              cwd: root,
              status: 1,
            }),
          ],
          goals: (ratio) => [goal('≤ 2 × tsc --noEmit', 1 / ratio('syncline impact'), 2, { atMost: true })],
        },
        { ...settings, rounds: Math.min(settings.rounds, 5) },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Suite;
