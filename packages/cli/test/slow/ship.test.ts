import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEntries } from '../../../../scripts/build/entries.ts';
import { faults } from '../../../../scripts/ship/checks.ts';
import { PUBLISHED, readManifest } from '../../../../scripts/ship/packages.ts';
import { buildStage, stageWorkspace } from '../../../../scripts/ship/stage.ts';
import { pack } from '../../../../scripts/ship/tarball.ts';
import { publintFaults, typesFaults } from '../../../../scripts/ship/type-checks.ts';
import { bundleSize } from '../../../bench/src/size/bundle.ts';
import { ourPrograms } from '../../../bench/src/size/programs.ts';

const stage = stageWorkspace();
const into = mkdtempSync(join(tmpdir(), 'syncline-tarballs-'));

beforeAll(() => buildStage(stage), 180_000);
afterAll(() => [stage, into].forEach((path) => rmSync(path, { recursive: true, force: true })));

describe.each(PUBLISHED)('%s as it ships', (name) => {
  const folder = join(stage, 'packages', name);

  test('has exactly the expected files, and publint and attw find no problem', async () => {
    const manifest = readManifest(folder);
    const tarball = pack(folder, into);
    expect([
      ...faults(name, folder, manifest, tarball),
      ...(await publintFaults(manifest, tarball)),
      ...(await typesFaults(folder, manifest, tarball)),
    ]).toEqual([]);
  }, 60_000);
});

test.each([
  'openapi',
  'core',
  'odata',
  'auth',
  'client',
])('%s adds nothing to a bundle that does not use it', async (name) => {
  // Only `dist` is copied, without the manifest, so that `sideEffects: false` has no effect and the code itself must be
  // free of side effects.
  const dist = join(into, name);
  cpSync(join(stage, 'packages', name, 'dist'), dist, { recursive: true });
  const { outputs } = readEntries(join(stage, 'packages', name));
  const built = outputs.flatMap(({ folder, files, entries }) =>
    Object.keys(entries).map((entry) => ({ entry: join(folder, entry), files })),
  );
  for (const { entry, files } of built) {
    // What a whole entry has of later parts is evaluated by calls, which a bundler must keep if it keeps the file.
    const isByManifest = files === 'whole entries';
    const program = join(dist, 'program.js');
    writeFileSync(program, `import './${entry}.js';`);
    const bundle = await rolldown({
      input: program,
      platform: 'neutral',
      external: (specifier) => /^[@\w]/.test(specifier),
      treeshake: { moduleSideEffects: (_, external) => !external && !isByManifest },
      logLevel: 'silent',
    });
    const { output } = await bundle.generate({ minify: true });
    expect(
      output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : chunk.fileName)),
      entry,
    ).toEqual(['']);
  }
});

/** The first chunk of a program, from the packages as they ship or from their sources. */
const sizeOf = async (program: string, conditions: readonly string[] = []): Promise<number> =>
  (await bundleSize(program, pathToFileURL(`${stage}/`), conditions)).gzipped;

// The budgets of `packages/bench/test/budget.test.ts` are measured from the sources, so that they need no build.
test.each(
  Object.entries(ourPrograms),
)('%s: what ships is at most 40 bytes larger than from the sources', async (_, program) => {
  expect((await sizeOf(program)) - (await sizeOf(program, ['@syncline/source']))).toBeLessThanOrEqual(40);
});

test('client credentials add at most 2,030 bytes to a client, as they ship', async () => {
  const without = await sizeOf(ourPrograms['OData client without a credential, one filter']);
  const withThem = await sizeOf(ourPrograms['OData client, client credentials, one filter']);
  expect(withThem - without).toBeLessThanOrEqual(2_030);
});

test('a stray file, a missing one, an install script, a foreign dependency and a broken source map are each found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-bad-'));
  mkdirSync(join(folder, 'dist'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), '');
  writeFileSync(join(folder, 'dist/a.js.map'), '{"sources":["../src/gone.ts"]}');
  writeFileSync(join(folder, 'dist/a.js'), "import { b } from './chunks/b.js';\n//# sourceMappingURL=a.js.map");
  writeFileSync(join(folder, 'package.json'), '{ "exports": { ".": { "default": "./dist/a.js" } } }');
  const manifest = {
    name: '@syncline/odata',
    version: '1.0.0',
    scripts: { postinstall: 'x' },
    dependencies: { lodash: '1' },
  };
  const found = faults('odata', folder, manifest, {
    file: '',
    size: 0,
    entries: ['dist/a.js.map', 'dist/chunks/old.js', 'src/a.ts', 'package.json', 'secret.env'],
  });
  rmSync(folder, { recursive: true });
  expect(found).toEqual([
    'does not contain dist/a.d.ts',
    'does not contain dist/a.d.ts.map',
    'does not contain dist/a.js',
    'does not contain dist/chunks/b.js',
    'contains dist/chunks/old.js, which is not expected',
    'contains secret.env, which is not expected',
    'does not contain CHANGELOG.md: write packages/odata/CHANGELOG.md',
    'does not contain LICENSE: write packages/odata/LICENSE',
    'does not contain README.md: write packages/odata/README.md',
    'has the install script postinstall',
    'depends on lodash, which ALLOWED in scripts/ship/checks.ts does not list',
    'has dist/a.js.map, which names src/gone.ts, which the tarball does not contain',
  ]);
});
