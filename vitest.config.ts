import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import shared from './vitest.shared.ts';

/**
 * The tests of all packages in one run. A project a package would start workers for each of them, which load the sources
 * that they share again: that took a seventh of the time. `SUITE` chooses the tests as in each package.
 */
const folders = globSync('{packages/*,scripts}/vitest.config.ts', { cwd: import.meta.dirname }).map(dirname);
const { include = [], exclude = [], ...test } = shared.test ?? {};
const inFolders = (patterns: readonly string[]) =>
  folders.flatMap((folder) => patterns.map((each) => `${folder}/${each}`));

export default defineConfig({ ...shared, test: { ...test, include: inFolders(include), exclude: inFolders(exclude) } });
