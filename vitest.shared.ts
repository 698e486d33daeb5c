import { defineConfig } from 'vitest/config';

/**
 * The one vitest configuration. Packages are tested from their sources (the `@syncline/source` export condition), so no test
 * waits for a build. `test/slow/` is run by CI and `npm run test:slow` only, `test/soak/` by `npm run test:soak` only.
 */
const soak = process.env.SUITE === 'soak';
const slow = soak || process.env.SUITE === 'slow';
// `npm run test:soak` also runs some slow tests, with larger numbers.
const folders = soak ? ['slow', 'soak'] : ['slow'];

export default defineConfig({
  // Vitest passes these to Node. Vite adds `development`, for which packages may have sources that Node cannot load.
  plugins: [
    { name: 'conditions', configResolved: ({ ssr }) => void (ssr.resolve = { conditions: ['@syncline/source'] }) },
  ],
  test: {
    include: slow ? folders.map((folder) => `test/${folder}/**/*.test.ts`) : ['test/**/*.test.ts'],
    exclude: slow ? [] : ['test/slow/**', 'test/soak/**'],
    passWithNoTests: slow,
    testTimeout: soak ? 14_400_000 : slow ? 600_000 : 30_000,
    hookTimeout: 60_000,
    // What a test polls for takes as long as the machine is busy: the time limit of the test is the only one.
    expect: { poll: { timeout: 30_000 } },
    // The files of a package share a worker: none replaces a module, and loading the package again would take most of the time.
    // Only the tests that run for hours have a process of their own.
    isolate: soak,
    // Vitest leaves one core free, which is half of a small machine. With one more worker than cores, the slow tests took
    // as long, and 8 % more CPU time.
    maxWorkers: '100%',
    // Node loads the sources itself, as it does for users. Vite would compile them once more in each package.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    coverage: { include: ['src/**'], exclude: ['src/**/*.gen.ts'], reporter: ['text-summary', 'json-summary'] },
  },
});
