// Everything that the packages of this repository share. It is outside semantic versioning: any version may change it. What users
// name is in `index.ts`.
export { guard, guardCallback, guardClock, guardRandom, guardSync, notify } from './callbacks/guard-callback.ts';
export {
  AbortedError,
  loadPart,
  NetworkError,
  RequestError,
  type RequestPlace,
  ResponseTooLargeError,
  TimeoutError,
} from './errors/request-error.ts';
export { CallbackError } from './errors/callback-error.ts';
export * from './errors/index.ts';
export { markOf, reasonOf, scrubError } from './errors/scrub-error.ts';
export { CallContext, type CallEvent, type CallLimits, type CallObserver, guardInCall } from './http/call-context.ts';
export { ClientRequest, type ClientRequestInit } from './http/client-request.ts';
export {
  cancelBody,
  cancelChunks,
  chunksOf,
  type ClientResponse,
  type ReadBody,
  readBody,
} from './http/client-response.ts';
export { nextMember, nextTarget, replaceLinks, replaceNextMembers } from './http/next-link.ts';
export type { AttemptRequest, RequestEngine } from './http/send-attempt.ts';
export {
  backoffDelay,
  createRetryBudget,
  type FailedAttempt,
  isRetryableStatus,
  planRetry,
  type RetryBudget,
  type RetryBudgetNumbers,
  type RetryPlan,
  type RetryTiming,
  standardBudget,
  standardTiming,
} from './http/retry.ts';
export { isLoopback, requireSecureUrl, type SecureUrlOptions } from './http/secure-url.ts';
export { receiveRetryAfter, sendRequest } from './http/send-request.ts';
export {
  platformFetch,
  type Transport,
  type TransportBody,
  type TransportInit,
  type TransportResponse,
} from './http/transport.ts';
export {
  checkBoolean,
  checkChoice,
  checkCount,
  checkFunction,
  checkLists,
  checkMilliseconds,
  checkRetry,
  checkSignal,
  checkWhole,
  engineOptionNames,
  type OptionNames,
  ownOptions,
  withoutPrototype,
} from './options/own-options.ts';
export { encodeBase64Utf8, type Scrub, scrubber } from './secrets/scrub.ts';
export { SecretHolder } from './secrets/secret-holder.ts';
export { shownParameters, withoutQueries } from './secrets/without-queries.ts';
export { cleanLines, cleanText, compareCodeUnits, counted, formatCount } from './text/text.ts';
export { foldText, partPattern, wholePattern } from './text/text-pattern.ts';
export { Cancellation, type Clock, sleep, systemClock, withTimeLimit } from './time/clock.ts';
export { atEndOfTurn } from './time/end-of-turn.ts';
export { EventQueue } from './time/event-queue.ts';
export {
  type Duration,
  durationOf,
  formatDuration,
  isWellTooEarly,
  parseDuration,
  tookText,
  withPossibleLast,
} from './time/duration.ts';
export { parseInstant, parseMoment, timeOf, toRfc3339 } from './time/instant.ts';
export { isError, isThenable } from './values/foreign.ts';
export { groupBy } from './values/group-by.ts';
