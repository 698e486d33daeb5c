import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePackages } from '../cli/stage-packages.ts';
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
            'The packages as npm installs them, with the compiled code in the cache of the user. `syncline` without a configuration ends with status 2.',
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
      rmSync(folder, { recursive: true });
      remove();
    }
  },
} satisfies Suite;
