export type {
  AbortedError,
  CallbackError,
  Cancellation,
  Clock,
  ConfigError,
  NetworkError,
  RequestError,
  ResponseTooLargeError,
  SynclineError,
  TimeoutError,
  Transport,
  TransportInit,
  TransportResponse,
} from '@syncline/core/internal';
// What the types of the clients mention. A program can name them without installing the packages that declare them.
export type { Credential } from '@syncline/auth';
export type { Filter, FilterProperties, OrderBy } from '@syncline/odata';
export type {
  CloudDecodedPaths,
  CloudPaths,
  ConnectorRecord,
  ConnectorRecordProperties,
  DecodeTable,
  HistoryRecord,
  HistoryRecordProperties,
  Job,
  JobProperties,
  JobStatusRecord,
  ODataDecodedPaths,
  ODataPaths,
  Tables,
  TaskHistoryRecord,
  V2DecodedPaths,
  V2Paths,
  Workspace,
} from '@syncline/openapi';
export type { Client as FetchClient, FetchResponse } from 'openapi-fetch';
export { type CloudClient, createCloudClient } from './create-cloud-client.ts';
export { createODataClient, type ODataClient } from './create-odata-client.ts';
export { createV2Client, type V2Client, type V2ClientOptions } from './create-v2-client.ts';
export {
  isAbortedError,
  isAuthError,
  isCallbackError,
  isConfigError,
  isHttpError,
  isNetworkError,
  isODataSyntaxError,
  isRedirectError,
  isResponseFormatError,
  isResponseTooLargeError,
  isSynclineError,
  isTimeoutError,
  type SynclineErrorUnion,
} from './errors/guards.ts';
export type { HttpError } from './errors/http-error.ts';
export type { RedirectError } from './errors/redirect-error.ts';
export type { ResponseFormatError, ResponseFormatReason } from './errors/response-format-error.ts';
export { type Settled, settle } from './errors/settle.ts';
export type {
  AttemptEvent,
  CallIdentity,
  ClientEvent,
  OutcomeEvent,
  RefusalEvent,
  StartEvent,
  TraceAttempt,
  TracedAttempt,
  TracedResult,
  WaitEvent,
} from './options/events.ts';
export type { CallOptions, ClientOptions } from './options/client-options.ts';
export type { TablesOption } from './options/tables-option.ts';
export type { Collection, Connectors, History, QueryOptions } from './resources/collection.ts';
export type { JobStatus } from './resources/job-status.ts';
export type { GetJobOptions, Jobs } from './resources/jobs.ts';
export type { DecodedRaw, RawClient } from './raw/raw-client.ts';
export type { CallOperation, CallPromise } from './resources/operation-call.ts';
export type { CallResponse, CallStream } from './resources/call-response.ts';
export type { CloudQuery } from './resources/query.ts';
export type { Selected } from './resources/selected.ts';
export type { StandardSchema } from './resources/standard-schema.ts';
export type { Transformations } from './resources/transformations.ts';
export type { ListWorkspacesOptions, Workspaces, WorkspacesParameters } from './resources/workspaces.ts';
export type { JobStatusResult, StatusOfManyOptions } from './watch/status-of-many.ts';
export type { StatusWatch, WatchState, WatchStatusOptions } from './watch/watch-options.ts';
