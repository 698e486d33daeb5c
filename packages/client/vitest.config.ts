import type { ViteUserConfig } from 'vitest/config';
import shared from '../../vitest.shared.ts';

// The shared `module` condition leads Node into @opentelemetry/api's bundler build, which Node itself cannot load.
const conditions = ['@syncline/source', 'node', 'development|production'];

// The files share a worker: none replaces a module, and loading the package for each of them would take most of the time.
const test = { ...shared.test, isolate: false };

const config: ViteUserConfig = { ...shared, test, resolve: { conditions }, ssr: { resolve: { conditions } } };
export default config;
