import type { ViteUserConfig } from 'vitest/config';
import shared from '../../vitest.shared.ts';

// The files share a worker: none replaces a module, and loading the package for each of them would take most of the time.
const config: ViteUserConfig = { ...shared, test: { ...shared.test, isolate: false } };
export default config;
