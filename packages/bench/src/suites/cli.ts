import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePackages } from '../cli/stage-packages.ts';
import { startServer } from '../harness/child.ts';
import { command, commandColumns } from '../harness/processor-time.ts';
import { compareSamples } from '../harness/rounds.ts';
import { goal } from '../harness/suite.ts';
import type { Suite } from '../harness/suite.ts';

const libraries = new URL('../../../../node_modules/', import.meta.url);
const library = (path: string): string => fileURLToPath(new URL(path, libraries));
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(library(`${name}/package.json`), 'utf8')) as { readonly version: string }).version;

export default {
  title: 'Command line',
  peers: false,
  async *run(settings) {
    const { folderOf, remove } = stagePackages();
    const folder = mkdtempSync(join(tmpdir(), 'syncline-bench-cli-'));
    writeFileSync(join(folder, 'syncline.yaml'), 'environments: { production: {}, staging: {} }\n');
    const { close, url, username, password } = await startServer<{
      readonly url: string;
      readonly username: string;
      readonly password: string;
    }>(new URL('../servers/watched-runs.ts', import.meta.url), ['20']);
    writeFileSync(join(folder, 'password'), password);
    writeFileSync(
      join(folder, 'service.yaml'),
      `environments:
  bench:
    odata: { url: '${url}', credential: { basic: { username: '${username}', password: { file: ./password } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
`,
    );
    const bin = join(folderOf('cli'), 'dist/bin.js');
    // The system counts processor time in steps of 10 ms.
    const times = settings.quick ? 3 : 10;
    const runs = (name: string, args: readonly string[], more: { version?: string; status?: number } = {}) =>
      command(name, Array<readonly string[]>(times).fill(args), { cwd: folder, ...more });
    try {
      yield await compareSamples(
        {
          title: `Start and end, ${times} times one after another`,
          about:
            'The packages as npm installs them, with the compiled code in the cache of the user. `syncline` without a configuration ends with status 2. `syncline status` reads 120 runs of 20 jobs from a sandbox in another process.',
          unit: 'rounds/processor s',
          baseline: 'node -e 0',
          extras: commandColumns,
          contenders: [
            runs('node -e 0', ['-e', '0']),
            runs('syncline --version', [bin, '--version']),
            runs('syncline status --help', [bin, 'status', '--help']),
            runs('syncline completion bash', [bin, 'completion', 'bash']),
            runs('names of environments, for the shell', [bin, 'environment-names']),
            runs('syncline status, without a configuration', [bin, 'status', '--config', 'none.yaml'], { status: 2 }),
            runs('syncline config check', [bin, 'config', 'check', '--config', 'service.yaml']),
            runs('syncline status', [bin, 'status', '--config', 'service.yaml']),
            runs('redocly --version', [library('@redocly/cli/bin/cli.js'), '--version'], {
              version: versionOf('@redocly/cli'),
            }),
            runs('vitest --version', [library('vitest/vitest.mjs'), '--version'], { version: versionOf('vitest') }),
          ],
          goals: (ratio) => [
            goal('syncline --version ≤ 1.5 × node -e 0', 1 / ratio('syncline --version'), 1.5, { atMost: true }),
            goal('syncline status --help ≤ 2 × node -e 0', 1 / ratio('syncline status --help'), 2, { atMost: true }),
          ],
        },
        settings,
      );
    } finally {
      await close();
      rmSync(folder, { recursive: true });
      remove();
    }
  },
} satisfies Suite;
