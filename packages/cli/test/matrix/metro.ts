import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Service } from '../support/service.ts';
import { tryCell, type Cell } from './cell.ts';
import { expectAll } from './runtimes.ts';

/**
 * Bundles the smoke suite with Metro as a React Native project is bundled, and runs the bundle in Node. React Native's
 * own engine, Hermes, and its `fetch` are not tried.
 */
export function runMetro(runtimes: string, consumer: string, service: Service): Promise<Cell> {
  return tryCell('Metro with the configuration of React Native', async () => {
    writeFileSync(
      join(consumer, 'app.mjs'),
      "import { smoke } from './smoke.mjs';\nsmoke(JSON.parse(process.argv[2])).then((seen) => console.log(JSON.stringify(seen)));\n",
    );
    const require = createRequire(join(runtimes, 'x.js'));
    const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config') as MetroConfig;
    const standard = getDefaultConfig(consumer);
    const config = mergeConfig(standard, {
      maxWorkers: 1,
      cacheStores: [],
      fileMapCacheDirectory: join(consumer, '..'),
      reporter: { update: () => {} },
      watchFolders: [consumer, ...['@babel', '@react-native', 'metro-runtime'].map((name) => join(runtimes, name))],
      resolver: {
        useWatchman: false,
        sourceExts: [...standard.resolver.sourceExts, 'mjs'],
        nodeModulesPaths: [runtimes],
      },
      // React Native's own start, which needs a device.
      serializer: { getModulesRunBeforeMainModule: () => [] },
    });
    // A bundle is a script, and the consumer's files are modules.
    const out = join(consumer, '../metro.js');
    const { runBuild } = require('metro') as Metro;
    // Not minified, as React Native bundles for Hermes.
    await runBuild(config, { entry: 'app.mjs', out, dev: false, minify: false, platform: 'ios' });
    const args = [out, JSON.stringify(service)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expectAll(JSON.parse(stdout));
    return undefined;
  });
}

interface MetroConfig {
  getDefaultConfig(folder: string): { readonly resolver: { readonly sourceExts: readonly string[] } };
  mergeConfig(standard: object, changes: object): object;
}

interface Metro {
  runBuild(config: object, options: object): Promise<unknown>;
}
