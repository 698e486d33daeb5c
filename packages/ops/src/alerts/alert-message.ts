import { createHash } from 'node:crypto';
import { cleanText, formatDuration } from '@syncline/core/internal';
import type { AlertData, AlertEvent } from './webhooks/alert-event.ts';
import type { AlertReason } from '../config/alert-schema.ts';
import type { AlertState, Transition } from './alert-state.ts';
import { toTime } from './observations.ts';

/** Where an alert comes from. */
export interface AlertOrigin {
  readonly environment: string;
  /** The source of the CloudEvent */
  readonly source: string;
  /** The consumer that owns the alert. Others may watch the same job, with the same webhooks */
  readonly consumer: string;
}

/** The CloudEvent of a transition. Its id is derived from the transition, so it is the same in every process. */
export function toAlertEvent(
  state: AlertState,
  to: Transition,
  { environment, source, consumer }: AlertOrigin,
): AlertEvent {
  const { job, kind, reason, run, openedAt, closedAt, openings, isOpen } = state;
  const durationMs = Math.max(0, closedAt - openedAt);
  const subject = cleanText(job, 300);
  const data: AlertData = {
    environment,
    job: subject,
    kind,
    text: cleanText(`${subject}: ${textOf(state, to, durationMs)}`, 500),
    status: isOpen ? 'open' : 'closed',
    because: to === 'unwatched' ? [state.gone ?? ''] : state.because,
    openedAt: toTime(openedAt),
    ...(isOpen ? {} : { closedAt: toTime(openedAt + durationMs), durationMs }),
    run,
  };
  return {
    specversion: '1.0',
    // An alert changes to each reason once, because each is worse than the one before.
    id: idOf([source, consumer, kind, job, openedAt, openings, to, ...(to === 'changed' ? [reason] : [])]),
    source,
    type: `io.github.syncline.alert.${to}`,
    subject,
    time: to === 'changed' ? (run?.end ?? run?.start ?? data.openedAt) : (data.closedAt ?? data.openedAt),
    datacontenttype: 'application/json',
    data,
  };
}

/** What happened, in words that follow the name of the job. */
function textOf({ reason, because, bad, gone = '' }: AlertState, to: Transition, durationMs: number): string {
  const details = because[0] === undefined ? '' : `: ${because[0]}`;
  switch (to) {
    case 'opened':
      return `${openedText(reason, bad)}${details}`;
    case 'changed':
      return `got worse: ${openedText(reason, 1)}${details}`;
    case 'recovered':
      // A run that is good after all was never bad.
      return durationMs === 0 ? 'recovered' : `recovered after ${formatDuration(durationMs)}`;
    case 'unwatched':
      return `is no longer watched. ${gone}`;
    case 'closed':
      return `was closed by hand after ${formatDuration(durationMs)}`;
  }
}

function idOf(identity: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

/** What one bad run, scheduled run or age says, and several in a row, with `#` for their number. */
const openedTexts: Readonly<Record<AlertReason, readonly [one: string, several: string]>> = {
  stale: ['the data is stale', 'the data is stale'],
  missed: ['a scheduled run did not start', '# scheduled runs did not start'],
  volume: ['the run moved an unusual number of rows', '# runs in a row moved an unusual number of rows'],
  partial: ['the run partly failed', '# runs in a row partly failed'],
  cancelled: ['the run was cancelled', '# runs in a row were cancelled'],
  warned: ['the run ended with a warning', '# runs in a row ended with warnings'],
  unknown: ['the run ended with an unknown outcome', '# runs in a row ended with an unknown outcome'],
  failed: ['the run failed', '# runs in a row failed'],
};

function openedText(reason: AlertReason = 'failed', bad: number): string {
  const [one, several] = openedTexts[reason];
  return bad > 1 ? several.replace('#', String(bad)) : one;
}
