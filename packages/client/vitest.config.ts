import shared from '../../vitest.shared.ts';

// The shared `module` condition leads Node into @opentelemetry/api's bundler build, which Node itself cannot load.
const conditions = ['@syncline/source', 'node', 'development|production'];

export default { ...shared, resolve: { conditions }, ssr: { resolve: { conditions } } };
