export {
  ConfigError,
  errorBrand,
  isConfigError,
  isSynclineError,
  suggestion,
  SynclineError,
} from './syncline-error.ts';
