import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import shared from './vitest.shared.ts';

/**
 * The tests of all packages in one run; `SUITE` chooses them as in each package. The quick tests of all packages share
 * their workers: a project a package would start workers for each, which load the same sources again. That took a seventh
 * of the time. The slow tests have a project a package, since they leave much behind in the memory of a worker, and some
 * then took ten times as long.
 */
const configs = globSync('{packages/*,scripts}/vitest.config.ts', { cwd: import.meta.dirname });
const { include = [], exclude = [], ...test } = shared.test ?? {};
const inFolders = (patterns: readonly string[]) =>
  configs.map(dirname).flatMap((folder) => patterns.map((each) => `${folder}/${each}`));
const quick: ViteUserConfig = {
  ...shared,
  test: { ...test, include: inFolders(include), exclude: inFolders(exclude) },
};
const slow: ViteUserConfig = { test: { projects: configs, maxWorkers: '100%' } };

export default defineConfig(process.env.SUITE === undefined ? quick : slow);
