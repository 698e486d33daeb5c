import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerFile, versionOf } from '../harness/peers.ts';
import { compareSamples } from '../harness/rounds.ts';
import type { Sampler } from '../harness/rounds.ts';
import { command, commandColumns } from '../harness/processor-time.ts';
import { goal } from '../harness/suite.ts';
import type { Settings, Suite, Table } from '../harness/suite.ts';
import { syntheticDocument } from '../generate/synthetic-document.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const peers = (path: string): string => fileURLToPath(peerFile(`node_modules/${path}`));
const documents = ['odata', 'v2', 'cloud'].map((name) => join(root, 'openapi', `${name}.yaml`));

/** The command that generates a package from the three documents. `npm run generate` also writes tables of guides. */
const generateAll = (out: string): string[] => [
  '--conditions=@syncline/source',
  'packages/cli/src/bin.ts',
  'generate',
  ...documents.flatMap((input) => ['--document', `${basename(input, '.yaml')}=${input}`]),
  '--out',
  out,
];

/** `turbo run build` with everything in its cache. */
const rebuild: Sampler = {
  name: 'turbo run build, warm',
  sample() {
    const start = performance.now();
    execFileSync(process.execPath, [join(root, 'node_modules/turbo/bin/turbo'), 'run', 'build'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    });
    const ms = performance.now() - start;
    return { rate: 1000 / ms, ms };
  },
};

const ms = [{ key: 'ms', label: 'time', unit: 'ms' }] as const;

/** The three generators on a very large document. */
function largeDocument(linked: boolean, folder: string, settings: Settings): Promise<Table> {
  const paths = settings.quick ? 100 : 1000;
  const large = join(folder, `large${linked ? '-linked' : ''}.json`);
  writeFileSync(large, JSON.stringify(syntheticDocument(paths, { linked })));
  const out = (name: string): string => join(folder, `${name}${linked ? '-linked' : ''}`);
  return compareSamples(
    {
      title: `A synthetic document of ${paths} paths${linked ? ', each record referring to three others' : ''}`,
      unit: 'runs/processor s',
      baseline: 'openapi-typescript',
      extras: commandColumns,
      warmUp: false,
      contenders: [
        command(
          'openapi-typescript',
          [[peers('openapi-typescript/bin/cli.js'), large, '-o', `${out('types')}.ts`, '--default-non-nullable=false']],
          { version: versionOf('openapi-typescript'), cwd: root },
        ),
        command(
          'syncline generate',
          [
            [
              '--conditions=@syncline/source',
              'packages/cli/src/bin.ts',
              'generate',
              '--document',
              `large=${large}`,
              '--out',
              out('ours'),
            ],
          ],
          { cwd: root },
        ),
        command(
          '@hey-api/openapi-ts',
          [
            [
              peers('@hey-api/openapi-ts/bin/run.js'),
              '-i',
              large,
              '-o',
              out('hey'),
              '-c',
              '@hey-api/client-fetch',
              '--silent',
              '--no-log-file',
            ],
          ],
          { version: versionOf('@hey-api/openapi-ts'), cwd: root },
        ),
      ],
      goals: (ratio) => [
        goal('≤ 1.5 × openapi-typescript', 1 / ratio('syncline generate'), 1.5, { atMost: true }),
        goal('≥ 5 × faster than @hey-api', ratio('syncline generate', '@hey-api/openapi-ts'), 5),
      ],
    },
    settings,
  );
}

export default {
  title: 'Generation and rebuild',
  async *run(settings) {
    const folder = mkdtempSync(peers('.generate-'));
    const slow = { ...settings, rounds: Math.min(settings.rounds, 7) };
    try {
      const out = (name: string): string => join(folder, name);
      const config = out('redocly.yaml');
      writeFileSync(
        config,
        JSON.stringify({
          apis: Object.fromEntries(
            documents.map((input, index) => [
              `api${index}`,
              { root: input, 'x-openapi-ts': { output: out(`own-${index}.ts`) } },
            ]),
          ),
        }),
      );
      yield await compareSamples(
        {
          title: 'syncline generate, three documents',
          about:
            'These are whole processes, compared by processor time. Ours lints, bundles, and writes wire types, decoded records, tables and documents. openapi-typescript writes wire types.',
          unit: 'runs/processor s',
          baseline: 'openapi-typescript',
          extras: commandColumns,
          contenders: [
            command(
              'openapi-typescript',
              [[peers('openapi-typescript/bin/cli.js'), '--redocly', config, '--default-non-nullable=false']],
              { version: versionOf('openapi-typescript'), cwd: root },
            ),
            command('syncline generate', [generateAll(out('all'))], { cwd: root }),
          ],
          goals: (ratio) => [goal('≤ 1.5 × openapi-typescript', 1 / ratio('syncline generate'), 1.5, { atMost: true })],
        },
        slow,
      );
      for (const linked of [false, true]) yield await largeDocument(linked, folder, slow);
      yield await compareSamples(
        {
          title: 'Full rebuild with a warm cache',
          unit: 'runs/s',
          baseline: rebuild.name,
          extras: ms,
          contenders: [rebuild],
          goals: (_, value) => [goal('≤ 2,000 ms', value(rebuild.name, 'ms'), 2000, { atMost: true })],
        },
        slow,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Suite;
