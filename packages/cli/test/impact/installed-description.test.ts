import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findInstalledDescription } from '../../src/impact/open-projects.ts';
import { temporaryFolder } from '../support/description-copy.ts';

/** An empty folder, with functions to install packages in it and to look for the description from its folders. */
async function workspace() {
  const folder = realpathSync(await temporaryFolder());
  return {
    folder,
    install: (from: string, name: string, documents = name === '@syncline/openapi'): void => {
      const at = join(folder, from, 'node_modules', name);
      mkdirSync(documents ? join(at, 'documents') : at, { recursive: true });
      writeFileSync(join(at, 'package.json'), JSON.stringify({ name }));
    },
    found: (...folders: readonly string[]): string | undefined => {
      const documents = findInstalledDescription(folders.map((name) => join(folder, name)));
      return documents && relative(folder, documents);
    },
  };
}

const own = 'node_modules/@syncline/openapi/documents';

test.each([
  ['in the folder', 'app', `app/${own}`],
  ['above it', '.', own],
])('the package is found %s', async (_where, from, documents) => {
  const { install, found } = await workspace();
  install(from, '@syncline/openapi');
  expect(found('app')).toBe(documents);
});

test.each([
  '@syncline/client',
  '@syncline/auth',
  '@syncline/sandbox',
  '@syncline/cli',
])('the package is found beside %s, as pnpm installs it', async (name) => {
  const { folder, install, found } = await workspace();
  install('store', name);
  install('store', '@syncline/openapi');
  const link = join(folder, 'app/node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(folder, 'store/node_modules', name), link);
  expect(found('app')).toBe(`store/${own}`);
});

test('the own package wins over the one of a dependency', async () => {
  const { install, found } = await workspace();
  install('app', '@syncline/openapi');
  install('app', '@syncline/client');
  install('app/node_modules/@syncline/client', '@syncline/openapi');
  expect(found('app')).toBe(`app/${own}`);
});

test('folders are tried in their order, and one without documents is passed over', async () => {
  const { install, found } = await workspace();
  install('empty', '@syncline/openapi', false);
  install('one', '@syncline/openapi');
  install('two', '@syncline/openapi');
  expect(found('none', 'empty', 'two', 'one')).toBe(`two/${own}`);
});

test('nothing is found where no package is installed', async () => {
  const { install, found } = await workspace();
  install('app', 'another-package');
  expect(found('app')).toBeUndefined();
  expect(found()).toBeUndefined();
});
