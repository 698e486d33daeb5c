import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { peerFile, versionOf } from '../harness/peers.ts';
import { goal } from '../harness/suite.ts';
import type { Row, Suite, Table } from '../harness/suite.ts';
import { bundleSize } from '../size/bundle.ts';
import { compressed, firstChunkOf, withoutTexts } from '../size/first-chunk.ts';
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

/** Parts of the client that a smaller one could leave out, by their modules. */
const parts: Readonly<Record<string, RegExp>> = {
  'the removal of secrets': /^core\/src\/(secrets\/|errors\/scrub-error)/,
  retries: /^core\/src\/http\/retry\.ts/,
  'the error of a status': /^client\/src\/(errors\/http-error|decode\/service-error)/,
  "guards of the caller's functions": /^core\/src\/callbacks\//,
  'checks of options': /^(core\/src\/options\/|client\/src\/options\/check-options)/,
  'the filter builder': /^odata\//,
};

/** Shows what 12 kB would cost: what the first chunk would weigh without each part. */
async function leftOut(): Promise<Table> {
  const { code, modules, weigh } = await firstChunkOf(ourPrograms['OData client, header key, one filter']);
  const whole = weigh(modules);
  const row = (name: string, gzipped: number): Row => ({ name, values: { gzipped, less: whole - gzipped } });
  const without = (...patterns: readonly RegExp[]) =>
    weigh(modules.filter((module) => !patterns.some((pattern) => pattern.test(module.name))));
  const safety = Object.entries(parts).filter(([name]) => name !== 'the filter builder');
  return {
    title: 'The OData client without a part of it',
    about:
      'What the first program above would weigh if a part were missing, so what its goal of 12 kB would cost. The modules of the part are left out of the first chunk, from the sources; code that nothing else uses stays. Parts repeat the same words, so without several of them the chunk loses less than their sum.',
    columns: [
      { key: 'gzipped', label: 'gzipped', unit: 'B' },
      { key: 'less', label: 'less', unit: 'B' },
    ],
    rows: [
      row('the whole', whole),
      ...Object.entries(parts).map(([name, pattern]) => row(`without ${name}`, without(pattern))),
      row('without all of these but the filter builder', without(...safety.map(([, pattern]) => pattern))),
      row('without the texts of all messages', compressed(withoutTexts(code), false)),
    ],
    goals: [],
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
    yield await leftOut();
    yield await imports(settings);
    yield await firstCalls(settings);
  },
} satisfies Suite;
