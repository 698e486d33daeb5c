import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerFile, versionOf } from '../harness/peers.ts';
import { compareSamples } from '../harness/rounds.ts';
import type { Sampler } from '../harness/rounds.ts';
import { goal } from '../harness/suite.ts';
import type { Suite } from '../harness/suite.ts';
import { checkProgram } from '../types/check-program.ts';
import { writeDeclarations } from '../types/declarations.ts';
import { heyProgram, openapiFetchProgram, synclineProgram } from '../types/programs.ts';

const documents = fileURLToPath(new URL('../../../openapi/documents/', import.meta.url));

function generateHey(folder: string): void {
  const bin = fileURLToPath(peerFile('node_modules/@hey-api/openapi-ts/bin/run.js'));
  for (const name of ['odata', 'v2', 'cloud']) {
    execFileSync(process.execPath, [
      bin,
      '-i',
      `${documents}${name}.json`,
      '-o',
      join(folder, 'hey', name),
      '-c',
      '@hey-api/client-fetch',
      '--silent',
    ]);
  }
}

export default {
  title: 'Types: checking a file with twenty calls',
  async *run(settings) {
    const folder = mkdtempSync(fileURLToPath(peerFile('node_modules/.types-')));
    try {
      writeDeclarations(folder);
      generateHey(folder);
      const program = (name: string, file: string, text: string, version?: string): Sampler => ({
        name,
        version,
        sample() {
          const { checkMs, instantiations, types } = checkProgram(folder, file, text);
          return { rate: 1000 / checkMs, checkMs, instantiations, types };
        },
      });
      yield await compareSamples(
        {
          title: 'Twenty calls on the eight operations',
          about:
            'TypeScript 7, one thread, without checking libraries. Our file uses typed filters, selects and decoded records.',
          unit: 'checks/s',
          baseline: 'openapi-fetch',
          extras: [
            { key: 'checkMs', label: 'check', unit: 'ms' },
            { key: 'instantiations', label: 'instantiations' },
            { key: 'types', label: 'types' },
          ],
          contenders: [
            program('Syncline', 'syncline', synclineProgram),
            program('openapi-fetch', 'openapi-fetch-calls', openapiFetchProgram, versionOf('openapi-fetch')),
            program('@hey-api/openapi-ts', 'hey-calls', heyProgram, versionOf('@hey-api/openapi-ts')),
          ],
          goals: (ratio, value) => [
            goal('≤ 6,000 instantiations', value('Syncline', 'instantiations'), 6000, { atMost: true }),
            goal('≤ 1.0 × the check time of openapi-fetch', 1 / ratio('Syncline'), 1, { atMost: true }),
          ],
        },
        settings,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Suite;
