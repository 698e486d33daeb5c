import { StateError } from '../errors/errors.ts';
import type { Outcome, Reason } from '../outcome/outcome.ts';
import { correctRun } from '../reading/reading-rules.ts';
import type { QueuedEvent, StoredEvent } from '../store/store.ts';

/** The properties of every event. */
interface EventFacts {
  /**
   * The id of the event, which is the same for each delivery. For a run, it identifies the version: the first, the second
   * and so on that was stored. A run that returns to exactly the same facts has a new version.
   */
  readonly id: string;
  /** The position of the event in the order of events, above 0 */
  readonly position: number;
  /** When a poll found it, in milliseconds since 1970 */
  readonly at: number;
}

/** A run in an event. The record itself is in the store, in `runs` and `run_versions`. */
export interface EventRun {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  /** At most 200 characters, without control characters */
  readonly status: string;
  /** Milliseconds since 1970 */
  readonly start: number;
  /** Milliseconds since 1970; undefined if the run has not ended, or if the service does not send the end */
  readonly end?: number | undefined;
  readonly rows?: number | undefined;
  /** The error of the run, at most 1,000 characters; absent if there is none */
  readonly error?: string | undefined;
  /** Identifies this version of the run */
  readonly version: string;
}

/**
 * A version of a run that a poll saw for the first time.
 *
 * | type | the run before | the run now |
 * |---|---|---|
 * | `started` | not known | running |
 * | `ended` | running, unknown, or not known | has ended |
 * | `changed` | running, unknown, or ended | the same, with other facts |
 * | `changed` | any | has an `unknown` outcome |
 * | `reopened` | ended | running |
 *
 * A run that was first seen after its end has no `started` event.
 */
export interface RunEvent extends EventFacts {
  readonly type: 'started' | 'changed' | 'ended' | 'reopened';
  readonly run: EventRun;
  /** Why the run has its outcome */
  readonly because: readonly Reason[];
  /** The outcome that the previous poll saw; absent for a run that was not known */
  readonly previous?: Outcome | undefined;
}

/**
 * Runs may have disappeared from the history before a poll saw them. This is not certain: there may have been none. With
 * `key`, the service no longer returns a run that had not ended.
 */
export interface GapEvent extends EventFacts {
  readonly type: 'gap';
  readonly isAmbiguous: true;
  /** The runs that may be missing started between `since` and `until`, in milliseconds since 1970 */
  readonly since: number;
  /** Absent if the service returned no run at all */
  readonly until?: number | undefined;
  readonly key?: string | undefined;
}

/**
 * The service did not return all runs of a period in one response, so the period was divided. The event is sent once,
 * and again only after a wide pass (`reconcileEvery`) that was not cut off. No run is missing: if a part cannot be
 * read, the poll fails.
 */
export interface TruncatedEvent extends EventFacts {
  readonly type: 'truncated';
  /** The requested period, in milliseconds since 1970 */
  readonly since: number;
  readonly until?: number | undefined;
  /** Number of records that arrived */
  readonly rows: number;
  /** How this was detected: a link to the next page, or as many records as `pageCap` */
  readonly by: 'link' | 'count';
}

/** An event of a tracker. */
export type TrackerEvent = RunEvent | GapEvent | TruncatedEvent;

/** The part of an event that is stored as JSON. */
export type EventData<Event extends TrackerEvent = TrackerEvent> = Event extends TrackerEvent
  ? Omit<Event, keyof EventFacts>
  : never;

/** @param identity - the values that identify the event */
export function storedEvent(data: EventData, identity: readonly unknown[], at: number): StoredEvent {
  const key = 'run' in data ? data.run.key : 'key' in data ? data.key : undefined;
  return { id: stableHash(JSON.stringify(identity)), type: data.type, key, at, data: JSON.stringify(data) };
}

/** @throws StateError if the event is not one that this version of the package wrote */
export function readEvent({ id, position, at, type, data }: QueuedEvent): TrackerEvent {
  try {
    const parsed = JSON.parse(data) as TrackerEvent;
    if (parsed.type === type) {
      // An earlier version stored runs with ends that the rules of reading ignore.
      const run = 'run' in parsed ? { run: correctRun(parsed.run) ?? parsed.run } : {};
      return { ...parsed, ...run, id, position, at } as TrackerEvent;
    }
  } catch {
    // The error below covers this case.
  }
  throw new StateError(`The event at position ${position} of the store cannot be read. Restore a copy of the store.`);
}

/**
 * A hash of 128 bits as 32 hexadecimal digits. It is the same for the same text on every platform and in every version
 * of the package. It distinguishes versions and is not secure for secrets. With Web Crypto, each of thousands of
 * records would wait for a promise.
 */
export function stableHash(text: string): string {
  let [a, b, c, d] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    c = Math.imul(c ^ unit, 0x85ebca77);
    d = Math.imul(d ^ unit, 0xc2b2ae3d);
    // Without a rotation, bits could only move up, and half of each product would be lost.
    a = (a << 13) | (a >>> 19);
    c = (c << 17) | (c >>> 15);
  }
  [a, b, c, d] = [mix(a ^ (d >>> 7)), mix(b ^ (a >>> 11)), mix(c ^ (b >>> 13)), mix(d ^ (c >>> 9))];
  return digits(a ^ text.length) + digits(b ^ a) + digits(c ^ b) + digits(d ^ c);
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The eight hexadecimal digits of a word. Number.prototype.toString would take twice the time of everything else. */
function digits(word: number): string {
  return `${bytes[word >>> 24]}${bytes[(word >>> 16) & 255]}${bytes[(word >>> 8) & 255]}${bytes[word & 255]}`;
}

/** The last step of MurmurHash3: every bit of the result depends on every bit of the word. */
function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
