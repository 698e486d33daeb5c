import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import { openProjects } from '../../src/impact/open-projects.ts';
import { folderOf } from '../support/folder-of.ts';

const options = { noLib: true, types: [] };
const project = (more: object): string => JSON.stringify({ compilerOptions: options, ...more });

test.each<[title: string, config: string, says: RegExp]>([
  [
    'with an unknown option',
    project({ compilerOptions: { targett: 'es2022' } }),
    /tsconfig\.json cannot be used: Unknown .*targett/,
  ],
  [
    'with a wrong value',
    project({ compilerOptions: { target: 'es1' } }),
    /tsconfig\.json cannot be used: Argument for '--target'/,
  ],
  ['that extends an absent one', project({ extends: './gone.json' }), /gone\.json/],
  ['that refers to an absent one', project({ references: [{ path: './gone' }] }), /gone.* does not exist, but/],
  ['without a source file', project({ files: [] }), /tsconfig\.json has no source files, and neither have/],
  ['that includes nothing', project({ include: ['gone'] }), /tsconfig\.json has no source files, and neither have/],
])('a configuration %s is a ConfigError', async (_title, config, says) => {
  const folder = await folderOf({ 'tsconfig.json': config, 'a.ts': '' });
  expect(() => openProjects(folder)).toThrow(says);
  expect(() => openProjects(folder)).toThrow(ConfigError);
});

test('a project and those that it refers to are opened once each, in this order', async () => {
  const folder = await folderOf({
    'tsconfig.json': project({ files: [], references: [{ path: './one' }, { path: './two/tsconfig.app.json' }] }),
    'one/tsconfig.json': project({ files: ['a.ts'], references: [{ path: '../two/tsconfig.app.json' }] }),
    'one/a.ts': '',
    'two/tsconfig.app.json': project({ files: ['b.ts'], references: [{ path: '../one' }] }),
    'two/b.ts': '',
  });
  const names = (path: string): readonly string[] =>
    openProjects(path).flatMap(({ config, program }) => [config, ...program.getRootFileNames()].map(inFolder));
  const inFolder = (path: string): string => path.slice(folder.length + 1);
  const one = ['one/tsconfig.json', 'one/a.ts'];
  const two = ['two/tsconfig.app.json', 'two/b.ts'];
  expect(names(folder)).toEqual([...one, ...two]);
  expect(names(join(folder, 'one'))).toEqual([...one, ...two]);
  expect(names(join(folder, 'two/tsconfig.app.json'))).toEqual([...two, ...one]);
  mkdirSync(join(folder, 'one/deep'));
  expect(names(join(folder, 'one/deep'))).toEqual([...one, ...two]);
});

test('projects with the same options share the parsed files; others have their own', async () => {
  const folder = await folderOf({
    'tsconfig.json': project({ files: [], references: [{ path: './one' }, { path: './two' }, { path: './three' }] }),
    'one/tsconfig.json': project({ files: ['../shared.ts'] }),
    'two/tsconfig.json': project({ files: ['../shared.ts'] }),
    'three/tsconfig.json': project({ files: ['../shared.ts'], compilerOptions: { ...options, strict: true } }),
    'shared.ts': 'export const a = 1;\n',
  });
  const [one, two, three] = openProjects(folder).map(({ program }) => program.getSourceFile(join(folder, 'shared.ts')));
  expect(one?.text).toBe('export const a = 1;\n');
  expect(two).toBe(one);
  expect(three).not.toBe(one);
  expect(three?.text).toBe(one?.text);
});

test('the settings of a build do not stop the examination', async () => {
  const compilerOptions = { ...options, composite: true, incremental: true, declaration: true, outDir: 'dist' };
  const folder = await folderOf({ 'tsconfig.json': project({ compilerOptions, files: ['a.ts'] }), 'a.ts': '' });
  const [opened] = openProjects(folder);
  expect(opened?.program.getCompilerOptions()).toMatchObject({ noEmit: true, composite: false, incremental: false });
});
