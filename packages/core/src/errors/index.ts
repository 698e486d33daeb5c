export {
  ConfigError,
  errorBrand,
  isConfigError,
  isSynclineError,
  nearestName,
  suggestion,
  SynclineError,
} from './syncline-error.ts';
