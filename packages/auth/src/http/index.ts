/** The HTTP rules that the credentials and the client share, so that none is written twice. */
export { backoffDelay, type BackoffOptions } from './backoff.ts';
export { encodeBase64Utf8, encodeForm } from './encode.ts';
export { isRetryableStatus } from './is-retryable-status.ts';
export { BodyTooLarge, readBody } from './read-body.ts';
export { parseRetryAfter } from './retry-after.ts';
export { scrubber } from './scrubber.ts';
export { isLoopback, requireSecureUrl, type SecureUrlOptions } from './secure-url.ts';
