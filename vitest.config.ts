import { defineConfig } from 'vitest/config';

/** All packages in one run, so that no core waits for the slowest file of a package. `SUITE` chooses the tests as in each package. */
export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'scripts/vitest.config.ts'],
    maxWorkers: '100%',
  },
});
