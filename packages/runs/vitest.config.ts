import type { ViteUserConfig } from 'vitest/config';
import shared from '../../vitest.shared.ts';

// The shared `module` condition leads Node into @opentelemetry/api's bundler build, which Node itself cannot load.
const conditions = ['@syncline/source', 'node', 'development|production'];

const config: ViteUserConfig = { ...shared, resolve: { conditions }, ssr: { resolve: { conditions } } };
export default config;
