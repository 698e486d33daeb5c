export { ConfigError, isConfigError } from './config-error.ts';
export { suggestion } from './suggestion.ts';
export { errorBrand, isSynclineError, SynclineError } from './syncline-error.ts';
