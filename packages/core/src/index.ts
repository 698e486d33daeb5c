// What users name. The packages of this repository import `internal.ts`, which is outside semantic versioning.
export { ConfigError, isConfigError } from './errors/config-error.ts';
export { isSynclineError, SynclineError } from './errors/syncline-error.ts';
export { AbortedError } from './errors/aborted-error.ts';
export { CallbackError } from './errors/callback-error.ts';
export { NetworkError } from './errors/network-error.ts';
export { RequestError, type RequestPlace } from './errors/request-error.ts';
export { ResponseTooLargeError } from './errors/response-too-large-error.ts';
export { TimeoutError } from './errors/timeout-error.ts';
export { platformFetch, type Transport, type TransportInit, type TransportResponse } from './http/transport.ts';
export { type Clock, systemClock } from './time/clock.ts';
