import type { ViteUserConfig } from 'vitest/config';
import shared from '../../vitest.shared.ts';

/** Hosts that the client does not own. `HOST=zone npm test -w @syncline/client` runs the suite in one of them. */
const hosts: Readonly<Record<string, ViteUserConfig['test']>> = {
  zone: { setupFiles: ['test/hosts/zone.ts'] },
  // Node cannot load TypeScript in another realm.
  realm: { pool: 'vmForks', experimental: { viteModuleRunner: true } },
  frozen: { setupFiles: ['test/hosts/frozen.ts'] },
};
const host = hosts[process.env['HOST'] ?? ''];

const test: ViteUserConfig['test'] = { ...shared.test, isolate: false, ...host };
// For the realm: otherwise Vite resolves the packages itself, without the condition of our sources.
const conditions = ['@syncline/source', 'node', 'development|production'];
if (host !== undefined)
  test.exclude = [
    ...(shared.test?.exclude ?? []),
    // They make bundles, and the native bundler reads no objects of another realm.
    'test/size/**',
    'test/pipeline/missing-parts.test.ts',
    'test/slow/{browser-hosts,http-cache,query-app}.test.ts',
    // They start programs, in which the host is not.
    'test/slow/{collections,declarations,hostile-exit,hosts,large-history,processes,recorder-kill}.test.ts',
    // It counts the listeners of a signal by methods that zone.js does not call, and takes minutes.
    'test/slow/storm.test.ts',
    'test/soak/**',
  ];

const config: ViteUserConfig = { ...shared, test, resolve: { conditions }, ssr: { resolve: { conditions } } };
export default config;
