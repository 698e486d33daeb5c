import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlistedImports } from '../build/unlisted-imports.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncline-imports-'));
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "@syncline/a", "dependencies": { "yaml": "2" }, "peerDependencies": { "@scope/peer": "*" } }',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const chunk = (imports: readonly string[], dynamicImports: readonly string[] = []) => ({
  fileName: 'index.js',
  imports,
  dynamicImports,
});

test.each([
  'node:fs',
  'fs',
  'node:sqlite',
  'yaml',
  'yaml/util',
  '@scope/peer',
  '@scope/peer/part',
  '@syncline/a/part',
  '#own',
  './b.js',
  'chunks/b.js',
])('an import of %s is listed', (specifier) => {
  const chunks = [chunk([specifier], [specifier]), { ...chunk([]), fileName: 'chunks/b.js' }];
  expect(unlistedImports(folder, chunks)).toEqual([]);
});

test.each(['@helpers/runtime/tagged.js', '@scope/other', 'yaml-other', 'lodash'])('%s is found', (specifier) => {
  for (const chunks of [[chunk(['yaml', specifier])], [chunk([], [specifier])]])
    expect(unlistedImports(folder, chunks)).toEqual([
      expect.stringMatching(
        `^index\\.js imports ${specifier}, which package\\.json of @syncline/a does not list\\. Add`,
      ),
    ]);
});
