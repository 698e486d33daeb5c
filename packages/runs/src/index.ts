export {
  type FenceError,
  type IncompleteHistoryError,
  isFenceError,
  isIncompleteHistoryError,
  isSourceError,
  isStateError,
  isStoreError,
  type SourceError,
  type StateError,
  type StoreError,
} from './errors/errors.ts';
export {
  isWaitAbortedError,
  isWaitTimeoutError,
  isWaitUnreadableError,
  type RunResult,
  type Wait,
  type WaitAbortedError,
  type WaitContext,
  type WaitError,
  type WaitOptions,
  type WaitPoll,
  type WaitTimeoutError,
  type WaitUnreadableError,
} from './wait/wait-options.ts';
export {
  evaluateFreshness,
  type Freshness,
  type FreshnessPolicy,
  type FreshnessRun,
  type JudgedTicks,
} from './freshness/evaluate-freshness.ts';
export {
  type Classify,
  classifyRun,
  defineOutcomes,
  type OutcomeOptions,
  type Vocabulary,
} from './outcome/define-outcomes.ts';
export { type Classification, isEnded, type Outcome, outcomes, type Reason, worseOutcome } from './outcome/outcome.ts';
export type { Accessor, RunAccessors, SourceRun } from './reading/run-parser.ts';
export type { CronOptions } from './schedule/cron-dialect.ts';
export { createSchedule, type Schedule, type Tick } from './schedule/create-schedule.ts';
export {
  type CompleteReaderOptions,
  completeSource,
  createCompleteReader,
  type ReadComplete,
} from './reading/complete-source.ts';
export { historySource } from './reading/history-source.ts';
export {
  describeReadings,
  type ReadingCounts,
  type ReadingRule,
  type UnreadableRecords,
} from './reading/reading-rules.ts';
export type { RunPage, RunQuery, RunSource, ServerUse } from './reading/run-source.ts';
export { type StatusClient, statusSource, type StatusSourceOptions } from './reading/status-source.ts';
export type {
  AlertChange,
  AlertStore,
  AlertTurn,
  Backlog,
  ClaimedMessage,
  ClaimQuery,
  MessageResult,
  MessageStatus,
  OutboxMessage,
  StoredAlert,
  StoredMessage,
} from './store/alert-store.ts';
export type { HistoryDay, HistoryStore, LastRead, ReadLog } from './store/history-store.ts';
export type { HourQuery, HourSummary, JobQuery, JobStreak, JobSummary } from './store/roll-ups.ts';
export { type RunPageQuery, type StoredPage, streamRuns } from './store/run-page.ts';
export type { RunHead, RunPosition, StoredRun } from './store/stored-run.ts';
export type { Change, QueuedEvent, Store, StoredEvent, StoredRunQuery, StoreTurn } from './store/store.ts';
export { type Duration, parseDuration } from '@syncline/core/internal';
export { createTracker } from './tracker/create-tracker.ts';
export { toStoredRun } from './tracker/to-stored-run.ts';
export type { EventRun, GapEvent, RunEvent, TrackerEvent, TruncatedEvent } from './tracker/tracker-event.ts';
export type { DeliveredEvent, EventsOptions, TickResult, Tracker, TrackerOptions } from './tracker/tracker-options.ts';
export { detectVolume, type Volume, type VolumeOptions, type VolumeRun } from './volume/detect-volume.ts';
export { createWait, restoreWait, waitForRun } from './wait/create-wait.ts';
export { describeTally, type WaitTally } from './wait/wait-state.ts';
