// What users name. The packages of this repository import `internal.ts`, which is outside semantic versioning.
export { ConfigError, isConfigError, isSynclineError, SynclineError } from './errors/syncline-error.ts';
export {
  AbortedError,
  NetworkError,
  RequestError,
  type RequestPlace,
  ResponseTooLargeError,
  TimeoutError,
} from './errors/request-error.ts';
export { CallbackError } from './errors/callback-error.ts';
export { platformFetch, type Transport, type TransportInit, type TransportResponse } from './http/transport.ts';
export { type Clock, systemClock } from './time/clock.ts';
