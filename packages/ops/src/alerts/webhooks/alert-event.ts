/** The kind of an alert. */
export type AlertKind = 'run' | 'stale' | 'missed' | 'volume';

/** Every kind of alert. */
export const alertKinds = ['run', 'stale', 'missed', 'volume'] as const satisfies readonly AlertKind[];

/** The run that an alert is about. Texts from the service have no control characters. */
export interface AlertRun {
  readonly key: string;
  readonly outcome: string;
  /** At most 200 characters */
  readonly status: string;
  /** RFC 3339 in UTC */
  readonly start: string;
  /** RFC 3339 in UTC; absent if the service does not say */
  readonly end?: string | undefined;
  readonly rows?: number | undefined;
  /** At most 1,000 characters; absent if there is none */
  readonly error?: string | undefined;
}

/** The data of an alert. */
export interface AlertData {
  /** The environment of `syncline.yaml` */
  readonly environment: string;
  readonly job: string;
  /**
   * `run`: a run did not succeed; `stale`: the last success is too old; `missed`: a scheduled run did not start; `volume`:
   * a run moved an unusual number of rows
   */
  readonly kind: AlertKind;
  /** The alert in one sentence, at most 500 characters */
  readonly text: string;
  /** Whether the alert is open: what happened is bad, and not over */
  readonly status: 'open' | 'closed';
  /** Why, in at most 5 texts of at most 300 characters */
  readonly because: readonly string[];
  /** When the problem began, RFC 3339 in UTC */
  readonly openedAt: string;
  /** When the problem ended, or the alert was closed; absent while it is open */
  readonly closedAt?: string | undefined;
  /** How long the alert was open; absent while it is */
  readonly durationMs?: number | undefined;
  /** The latest bad or unusual run; absent for `stale` and `missed` */
  readonly run?: AlertRun | undefined;
}

/**
 * The types of the events: something is bad; it got worse; it is good again; nothing watches it anymore; a person closed
 * the alert.
 */
export type AlertEventType = `io.github.syncline.alert.${'opened' | 'changed' | 'recovered' | 'unwatched' | 'closed'}`;

/**
 * An alert as a CloudEvent 1.0, in the structured JSON format (`application/cloudevents+json`). `id` is the same for
 * every attempt and every receiver; `subject` is the job.
 */
export interface AlertEvent {
  readonly specversion: '1.0';
  readonly id: string;
  /** Such as `urn:syncline:production`. With `id`, it identifies the event */
  readonly source: string;
  readonly type: AlertEventType;
  readonly subject: string;
  /** When this happened, RFC 3339 in UTC */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: AlertData;
}
