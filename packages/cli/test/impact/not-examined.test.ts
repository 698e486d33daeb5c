import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { findUnincludedFiles, findUnresolvedImports } from '../../src/impact/find-impact.ts';
import { folderOf } from '../support/folder-of.ts';

const USE = "import { basic } from '@syncline/auth';\n";
const hint = ' (set allowJs, or include it)';

test.each([
  ['a.ts', ''],
  ['a.tsx', ''],
  ['a.mts', ''],
  ['a.cts', ''],
  ['a.vue', ''],
  ['a.svelte', ''],
  ['a.astro', ''],
  ['a.js', hint],
  ['a.jsx', hint],
  ['a.mjs', hint],
  ['a.cjs', hint],
  ['one/two/a.ts', ''],
  ['jsx/a.ts', ''],
])('a file %s that no project includes is named', async (name, more) => {
  const folder = await folderOf({ [name]: USE });
  expect(findUnincludedFiles(folder, new Set())).toEqual([
    { file: name, line: null, reason: `no project includes it${more}` },
  ]);
});

test.each([
  ['of types only', 'a.d.ts'],
  ['of a dependency', 'node_modules/x/a.ts'],
  ['of a dependency of a package', 'packages/x/node_modules/y/a.ts'],
  ['of a hidden folder', '.cache/a.ts'],
  ['that was built into dist', 'packages/x/dist/a.js'],
  ['that was built into build', 'build/a.js'],
  ['that was built into out', 'out/a.js'],
  ['of a coverage report', 'coverage/a.js'],
  ['of another language', 'a.md'],
])('a file %s is not', async (_what, name) => {
  expect(findUnincludedFiles(await folderOf({ [name]: USE }), new Set())).toEqual([]);
});

test('a file that a project includes is not named', async () => {
  const folder = await folderOf({ 'a.ts': USE, 'b.ts': USE });
  const found = findUnincludedFiles(folder, new Set([join(folder, 'a.ts')]));
  expect(found.map(({ file }) => file)).toEqual(['b.ts']);
});

test.each([
  ["export * from '@syncline/auth';", true],
  ['import "@syncline/auth";', true],
  ["const auth = await import('@syncline/auth');", true],
  ["const auth = require( '@syncline/auth' );", true],
  ["import { a } from'@syncline/auth'", true],
  ["import { a } from '@synclines/auth';", false],
  ["import { a } from 'x/@syncline/auth';", false],
  ['// Like @syncline/auth, but smaller.', false],
  ["export const name = '@syncline/auth';", false],
])('%s is an import of Syncline: %s', async (text, isNamed) => {
  expect(findUnincludedFiles(await folderOf({ 'a.ts': `${text}\n` }), new Set())).toHaveLength(isNamed ? 1 : 0);
});

test('an import that TypeScript cannot resolve is named, if it could lead to Syncline', async () => {
  const folder = await folderOf({
    'found.ts': 'export const found = 1;\n',
    'a.ts': `import { found } from './found.ts';
import { a } from './gone.ts';
export { b } from '../gone.js';
export * from '@syncline/gone';
import c from 'another-package';
import './effects.ts';
import styles from './a.css';
import more from './a.scss';
import picture from './a.svg';
import photo from './a.png';
import data from './a.json';
import template from './a.json.ts';
export { found };
export const d = 1;
`,
  });
  const program = ts.createProgram([join(folder, 'a.ts')], { noLib: true, types: [], module: ts.ModuleKind.NodeNext });
  const file = program.getSourceFile(join(folder, 'a.ts'));
  const found = file ? findUnresolvedImports(file, program.getTypeChecker()) : [];
  expect(found.map(({ node, reason }) => `${node.getText()}: ${reason}`)).toEqual([
    "'./gone.ts': TypeScript does not find ./gone.ts",
    "'../gone.js': TypeScript does not find ../gone.js",
    "'@syncline/gone': TypeScript does not find @syncline/gone",
    "'./a.json.ts': TypeScript does not find ./a.json.ts",
  ]);
});
