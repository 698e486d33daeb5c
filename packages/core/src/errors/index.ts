export { ConfigError, isConfigError } from './config-error.ts';
export { suggestName } from './suggest-name.ts';
export { errorBrand, isSynclineError, SynclineError } from './syncline-error.ts';
