import { ConfigError } from '@syncline/core/internal';
import type { StoredAlert } from '@syncline/runs';
import type { AlertKind } from './webhooks/alert-event.ts';
import { type AlertState, firstState } from './alert-state.ts';
import { toTime } from './observe-event.ts';

/** An alert as users see it. */
export interface Alert {
  readonly job: string;
  readonly kind: AlertKind;
  readonly status: 'open' | 'closed';
  /** When it opened, RFC 3339 in UTC */
  readonly openedAt: string;
  /** When it closed; undefined while it is open */
  readonly recoveredAt: string | undefined;
  /** Whether a silence or a pause delays the message about its status */
  readonly isHeldBack: boolean;
  readonly because: readonly string[];
}

/** The state as a store keeps it. */
export function storedOf(state: AlertState): StoredAlert {
  const { job, kind, isOpen, openedAt, closedAt, ...data } = state;
  const times = { openedAt, closedAt };
  const since = isOpen ? openedAt : closedAt;
  return { job, kind, status: isOpen ? 'open' : 'closed', since, data: JSON.stringify({ ...times, ...data }) };
}

/** @throws {ConfigError} when the record cannot be read */
export function stateOf({ job, kind, status, data }: StoredAlert): AlertState {
  let rest: Partial<AlertState>;
  try {
    rest = JSON.parse(data) as Partial<AlertState>;
  } catch {
    throw new ConfigError('store', `has an alert (${kind}) that cannot be read. Restore a copy of the store`);
  }
  return { ...firstState(job, kind as AlertKind), ...rest, isOpen: status === 'open' };
}

/** The state in the form for users. */
export function alertOf({ job, kind, isOpen, isTold, openedAt, closedAt, because }: AlertState): Alert {
  return {
    job,
    kind,
    status: isOpen ? 'open' : 'closed',
    openedAt: toTime(openedAt),
    recoveredAt: isOpen ? undefined : toTime(closedAt),
    isHeldBack: isOpen !== isTold,
    because,
  };
}
