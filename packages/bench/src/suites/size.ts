import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { peerFile, versionOf } from '../harness/peers.ts';
import { goal } from '../harness/suite.ts';
import type { Row, Suite, Table } from '../harness/suite.ts';
import { bundleSize } from '../size/bundle.ts';
import { comparablePrograms, emptyProgram, ourPrograms, peerPrograms } from '../size/programs.ts';
import { firstCalls, imports } from '../size/start-up.ts';

const here = new URL('.', import.meta.url);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

async function bundles(): Promise<Table> {
  const rows: Row[] = [];
  const weigh = async (program: string, from: URL) => {
    const { minified, gzipped, later } = await bundleSize(program, from);
    return { minified, gzipped, later };
  };
  for (const [name, program] of Object.entries(ourPrograms)) rows.push({ name, values: await weigh(program, here) });
  for (const [name, program] of Object.entries(peerPrograms)) {
    rows.push({
      name: `${name}, one GET`.replace('oauth4webapi, one GET', 'oauth4webapi, client credentials'),
      version: versionOf(name),
      values: await weigh(program, peerFile('./')),
    });
  }
  for (const [name, [library, program]] of Object.entries(comparablePrograms))
    rows.push({ name, version: versionOf(library), values: await weigh(program, peerFile('./')) });
  const gzipped = (name: keyof typeof ourPrograms): number =>
    Number(rows.find((row) => row.name === name)?.values.gzipped);
  const empty = await bundleSize(emptyProgram, here);
  const openapi = Number(rows.find(({ name }) => name === 'openapi: types')?.values.minified) - empty.minified;
  return {
    title: 'Bundles for a browser',
    about:
      'The packages as they ship, bundled by rolldown as Vite does, minified, gzip -9: what a page loads at first, and what it loads later, when it is needed (openapi-fetch, with the first call of raw). Ours include retries, deadlines, decoding, streams, and the guards for redirects and secrets. The others make one GET; the last four have retries and a credential, too.',
    columns: [
      { key: 'minified', label: 'minified', unit: 'B' },
      { key: 'gzipped', label: 'gzipped', unit: 'B' },
      { key: 'later', label: 'loaded later, gzipped', unit: 'B' },
    ],
    rows,
    goals: [
      goal('OData client ≤ 12 kB', gzipped('OData client, header key, one filter'), 12_000, { atMost: true }),
      goal(
        'client credentials add ≤ 2 kB to a client without a credential',
        gzipped('OData client, client credentials, one filter') -
          gzipped('OData client without a credential, one filter'),
        2_000,
        { atMost: true },
      ),
      goal('openapi types 0 B', openapi, 0, { atMost: true }),
    ],
  };
}

export default {
  title: 'Sizes and start-up',
  async *run(settings) {
    // Measures the packages as they ship. turbo builds what is not built yet.
    execFileSync('npx', ['turbo', 'run', 'build', '--filter=@syncline/client'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    yield await bundles();
    yield await imports(settings);
    yield await firstCalls(settings);
  },
} satisfies Suite;
