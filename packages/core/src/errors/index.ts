export { ConfigError, isConfigError } from './config-error.ts';
export { errorBrand, isSynclineError, SynclineError } from './syncline-error.ts';
