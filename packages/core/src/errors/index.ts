export {
  ConfigError,
  SynclineError,
  errorBrand,
  isConfigError,
  isSynclineError,
  suggestion,
} from './syncline-error.ts';
