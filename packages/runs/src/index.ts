export { type FenceError, isFenceError } from './errors/fence-error.ts';
export { type IncompleteHistoryError, isIncompleteHistoryError } from './errors/incomplete-history-error.ts';
export { isSourceError, type SourceError } from './errors/source-error.ts';
export { isStateError, type StateError } from './errors/state-error.ts';
export { isStoreError, type StoreError } from './errors/store-error.ts';
export type { WaitError } from './wait/wait-errors.ts';
export { isWaitAbortedError, type WaitAbortedError } from './wait/wait-errors.ts';
export { isWaitTimeoutError, type WaitTimeoutError } from './wait/wait-errors.ts';
export { isWaitUnreadableError, type WaitUnreadableError } from './wait/wait-errors.ts';
export {
  evaluateFreshness,
  type Freshness,
  type FreshnessPolicy,
  type FreshnessRun,
  type JudgedTicks,
} from './freshness/evaluate-freshness.ts';
export { classifyRun } from './outcome/define-outcomes.ts';
export { type Classify, defineOutcomes, type OutcomeOptions, type Vocabulary } from './outcome/define-outcomes.ts';
export { type Classification, isEnded, type Outcome, outcomes, type Reason, worseOutcome } from './outcome/outcome.ts';
export type { Accessor, RunAccessors, SourceRun } from './reading/run-parser.ts';
export type { CronOptions } from './schedule/cron-dialect.ts';
export { createSchedule, type Schedule, type Tick } from './schedule/create-schedule.ts';
export {
  createCompleteReader,
  type ReadComplete,
  type CompleteReaderOptions,
} from './reading/complete-source.ts';
export { completeSource } from './reading/complete-source.ts';
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
export type { HistoryDay, HistoryStore, ReadMark } from './store/history-store.ts';
export type { HourQuery, HourSummary, JobQuery, JobStreak, JobSummary } from './store/roll-ups.ts';
export { type RunPageQuery, type StoredPage, streamRuns } from './store/run-page.ts';
export { type RunPosition } from './store/stored-run.ts';
export type { Change, QueuedEvent, Store, StoredEvent, StoredRunQuery, StoreTurn } from './store/store.ts';
export type { RunHead, StoredRun } from './store/stored-run.ts';
export { type Duration, parseDuration } from '@syncline/core/internal';
export { createTracker } from './tracker/create-tracker.ts';
export { toStoredRun } from './tracker/to-stored-run.ts';
export type { EventRun, GapEvent, RunEvent, TrackerEvent, TruncatedEvent } from './tracker/tracker-event.ts';
export type { DeliveredEvent, EventsOptions, TickResult, Tracker, TrackerOptions } from './tracker/tracker-options.ts';
export { detectVolume, type Volume, type VolumeOptions, type VolumeRun } from './volume/detect-volume.ts';
export { createWait, restoreWait, waitForRun } from './wait/create-wait.ts';
export type { RunResult, Wait, WaitContext, WaitOptions, WaitPoll } from './wait/wait-options.ts';
export { describeTally, type WaitTally } from './wait/wait-state.ts';
