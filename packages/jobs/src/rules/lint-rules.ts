import type { LintRule } from '../rule/lint-rule.ts';
import { alterSchemaOff } from './alter-schema-off.ts';
import { autoTruncateStrings } from './auto-truncate-strings.ts';
import { batchSizeInvalid } from './batch-size-invalid.ts';
import { capturePropertiesMalformed } from './capture-properties-malformed.ts';
import { clockChange } from './clock-change.ts';
import { commandTimeoutInvalid } from './command-timeout-invalid.ts';
import { connectionAbsent } from './connection-absent.ts';
import { connectionError } from './connection-error.ts';
import { continueWithoutNotification } from './continue-without-notification.ts';
import { credentialInCode } from './credential-in-code.ts';
import { cronNeverFires } from './cron-never-fires.ts';
import { cronUnparsable } from './cron-unparsable.ts';
import { cronWithoutSchedule } from './cron-without-schedule.ts';
import { crowdedMinute } from './crowded-minute.ts';
import { destinationMissing } from './destination-missing.ts';
import { dropWithCapture } from './drop-with-capture.ts';
import { dropWithHistory } from './drop-with-history.ts';
import { dropWithTruncate } from './drop-with-truncate.ts';
import { emailWithoutRecipient } from './email-without-recipient.ts';
import { fullRefreshWithStartDate } from './full-refresh-with-start-date.ts';
import { hardDeleteWithHistory } from './hard-delete-with-history.ts';
import { intervalBelowRuntime } from './interval-below-runtime.ts';
import { jobError } from './job-error.ts';
import { jobRetryOff } from './job-retry-off.ts';
import { journalIncomplete } from './journal-incomplete.ts';
import { licenseInvalid } from './license-invalid.ts';
import { licenseUnknown } from './license-unknown.ts';
import { recipientMalformed } from './recipient-malformed.ts';
import { recipientWithoutEmail } from './recipient-without-email.ts';
import { replicateIntervalInvalid } from './replicate-interval-invalid.ts';
import { replicateUnitInvalid } from './replicate-unit-invalid.ts';
import { scheduledNotExecutable } from './scheduled-not-executable.ts';
import { scheduledWithoutCron } from './scheduled-without-cron.ts';
import { scheduledWithoutNotification } from './scheduled-without-notification.ts';
import { sharedDestination } from './shared-destination.ts';
import { sharedReplicationSlot } from './shared-replication-slot.ts';
import { skipSnapshotWithSize } from './skip-snapshot-with-size.ts';
import { sourceIsDestination } from './source-is-destination.ts';
import { sourceMissing } from './source-missing.ts';
import { startDateInFuture } from './start-date-in-future.ts';
import { startDateInvalid } from './start-date-invalid.ts';
import { timeoutExceedsInterval } from './timeout-exceeds-interval.ts';
import { truncateWithHistory } from './truncate-with-history.ts';
import { verbosityHigh } from './verbosity-high.ts';
import { verbosityNone } from './verbosity-none.ts';
import { verbosityUnknown } from './verbosity-unknown.ts';
import { workerPoolInvalid } from './worker-pool-invalid.ts';
import { workerPoolUnused } from './worker-pool-unused.ts';

/** The rules of the linter, in the order of the table in the documentation. */
export const lintRules: readonly LintRule[] = [
  scheduledWithoutCron,
  cronUnparsable,
  cronNeverFires,
  cronWithoutSchedule,
  intervalBelowRuntime,
  crowdedMinute,
  clockChange,
  licenseInvalid,
  licenseUnknown,
  scheduledNotExecutable,
  sourceMissing,
  destinationMissing,
  sourceIsDestination,
  connectionAbsent,
  connectionError,
  jobError,
  dropWithTruncate,
  dropWithHistory,
  truncateWithHistory,
  dropWithCapture,
  fullRefreshWithStartDate,
  sharedDestination,
  alterSchemaOff,
  autoTruncateStrings,
  continueWithoutNotification,
  scheduledWithoutNotification,
  emailWithoutRecipient,
  recipientMalformed,
  recipientWithoutEmail,
  jobRetryOff,
  verbosityNone,
  verbosityHigh,
  verbosityUnknown,
  replicateIntervalInvalid,
  replicateUnitInvalid,
  startDateInvalid,
  startDateInFuture,
  commandTimeoutInvalid,
  timeoutExceedsInterval,
  workerPoolInvalid,
  workerPoolUnused,
  batchSizeInvalid,
  hardDeleteWithHistory,
  sharedReplicationSlot,
  skipSnapshotWithSize,
  journalIncomplete,
  capturePropertiesMalformed,
  credentialInCode,
];
