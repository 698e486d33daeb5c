import type { Outcome } from '@syncline/runs';
import type { AlertReason, AlertRuleOptions, SilenceOptions } from '../../src/config/alert-schema.ts';
import type { FreshnessEntry } from '../../src/environment/environment.ts';
import type { AlertKind } from '../../src/alerts/webhooks/alert-event.ts';
import { hour, minute } from './alert-world.ts';

/** What `syncline.yaml` says at a moment. */
export interface NaiveConfig {
  readonly rules: readonly AlertRuleOptions[];
  readonly silences: readonly SilenceOptions[];
  readonly webhooks: readonly string[];
  readonly freshness: readonly FreshnessEntry[];
}

/** What the service looks like at a moment. */
export interface NaiveService {
  /** The jobs, each with whether it is scheduled every hour; undefined if that could not be read */
  readonly listed: ReadonlyMap<string, boolean | undefined>;
  readonly isListComplete: boolean;
  readonly lastSuccess: ReadonlyMap<string, number>;
  readonly lastStart: ReadonlyMap<string, number>;
}

/** A run of which something new was found. */
export interface NaiveEvent {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  readonly start: number;
  /** Undefined if the service does not say */
  readonly end: number | undefined;
  /** When it was found */
  readonly at: number;
  /** What it was before; undefined if nobody knew of it */
  readonly previous?: Outcome | undefined;
  /** 100 are usual, 3 are not, and nothing can be said of undefined */
  readonly rows?: 100 | 3 | undefined;
}

interface Sighting {
  /** Undefined where a run that opened the alert was taken back, and receivers know of the alert */
  readonly isBad: boolean | undefined;
  readonly at: number;
  readonly reason: AlertReason;
  /** How many missed runs it stands for */
  readonly count: number;
}

interface NaiveAlert {
  readonly job: string;
  readonly kind: AlertKind;
  /** Everything that was seen, in order. `null` stands where somebody closed the alert, which ends all counting */
  readonly sightings: (Sighting | null)[];
  isOpen: boolean;
  /** Who knows that it is open; undefined if nobody does */
  informed: readonly string[] | undefined;
  informedOf: AlertReason | undefined;
  ending: string;
  quietUntil: number;
  /** The run of which something was seen and that ended last */
  newest: NaiveRun | undefined;
  /** What was seen last, where the same must not count twice */
  lastThing: string | undefined;
  whereabouts: 'never listed' | 'listed' | 'gone';
}

interface NaiveRun {
  readonly key: string;
  readonly start: number;
  /** It ended at some time between these */
  readonly ended: readonly [from: number, by: number];
  /** How many sightings there were without it, and whether the alert was open; undefined if the alert ended by other means since */
  without: { readonly sightings: number; readonly isOpen: boolean } | undefined;
}

/** Whether a pattern, whose only `*` is its end, fits a job. */
const fits = (pattern: string, job: string): boolean =>
  pattern.endsWith('*') ? job.startsWith(pattern.slice(0, -1)) : pattern === job;

const kinds: readonly AlertKind[] = ['run', 'stale', 'missed', 'volume'];
const fromBad = ['failed', 'cancelled', 'partial', 'unknown', 'warned'];
const standardOn: readonly AlertReason[] = ['failed', 'partial', 'unknown', 'stale', 'missed'];

/**
 * The rules for alerts, written a second time for tests, as plainly as possible: it keeps everything that was seen, and
 * counts it again each time. Nothing is shared with the engine.
 */
export class NaiveAlerts {
  readonly alerts = new Map<string, NaiveAlert>();
  config: NaiveConfig;

  constructor(config: NaiveConfig) {
    this.config = config;
  }

  /** Looks at new runs and at the service, and returns what is said: to whom, about what. */
  tick(now: number, events: readonly NaiveEvent[], service: NaiveService, isFirst: boolean): string[] {
    const said: string[] = [];
    for (const event of events) this.#lookAtRun(event, now, isFirst, said);
    for (const job of new Set([...service.lastStart.keys(), ...service.listed.keys()]))
      this.#lookAtJob(job, now, service);
    for (const alert of this.alerts.values()) {
      if (service.listed.has(alert.job)) alert.whereabouts = 'listed';
      else if (service.isListComplete && alert.whereabouts === 'listed') alert.whereabouts = 'gone';
      if (!this.#isUnwatched(alert, service)) this.#settle(alert, now);
      else if (alert.isOpen) this.#end(alert, 'unwatched');
      this.#speak(alert, now, said);
    }
    return said;
  }

  close(job: string, kind: AlertKind, now: number): string[] {
    const said: string[] = [];
    const alert = this.alerts.get(`${kind} ${job}`);
    if (alert?.isOpen !== true) return said;
    this.#end(alert, 'closed');
    this.#speak(alert, now, said);
    return said;
  }

  /** The alerts that are open, and who knows. */
  open(): string[] {
    return [...this.alerts.values()]
      .filter(({ isOpen }) => isOpen)
      .map(({ job, kind, informed }) => `${job} ${kind} known to ${informed?.join() ?? 'nobody'}`)
      .sort();
  }

  #alert(job: string, kind: AlertKind): NaiveAlert {
    const key = `${kind} ${job}`;
    const known = this.alerts.get(key);
    if (known !== undefined) return known;
    const alert: NaiveAlert = {
      job,
      kind,
      sightings: [],
      isOpen: false,
      informed: undefined,
      informedOf: undefined,
      ending: 'recovered',
      quietUntil: 0,
      newest: undefined,
      lastThing: undefined,
      whereabouts: 'never listed',
    };
    this.alerts.set(key, alert);
    return alert;
  }

  #lookAtRun(event: NaiveEvent, now: number, isFirst: boolean, said: string[]): void {
    const { job, outcome, previous, rows } = event;
    const rule = this.#rule(job);
    if (rule === undefined || outcome === 'running') return;
    const isBad = rule.on.includes(outcome as AlertReason);
    const isGood = outcome === 'succeeded' || outcome === 'warned';
    const seen: [AlertKind, AlertReason, boolean | undefined][] = [];
    if (outcome !== previous) seen.push(['run', outcome as AlertReason, isBad || (isGood ? false : undefined)]);
    const isJudged = outcome === 'succeeded' && rows !== undefined;
    if (rule.on.includes('volume')) seen.push(['volume', 'volume', isJudged ? rows === 3 : undefined]);
    for (const [kind, reason, verdict] of seen) {
      const alert = this.#seeRun(event, kind, reason, verdict);
      const isLongAgo = now - Math.min(event.at, event.end ?? event.at) > hour;
      if (alert !== undefined && !isFirst && !isLongAgo) this.#speak(alert, now, said);
    }
  }

  /** Only the run that ended last counts, and only with what was seen of it last. */
  #seeRun(event: NaiveEvent, kind: AlertKind, reason: AlertReason, isBad: boolean | undefined): NaiveAlert | undefined {
    const { job, key, start, end, at, previous } = event;
    const hadEnded = previous !== undefined && !['running', 'unknown'].includes(previous);
    // Nothing starts or ends after it was found.
    const started = Math.min(start, at);
    let ended: NaiveRun['ended'] = [started, at];
    if (end !== undefined) ended = [Math.min(end, at), Math.min(end, at)];
    else if (previous !== undefined && !hadEnded) ended = [at, at];
    const newest = this.alerts.get(`${kind} ${job}`)?.newest;
    const isAgain = newest?.key === key;
    if (!isAgain && isBad === undefined) return undefined;
    if (!isAgain && newest !== undefined) {
      const isSurelyOlder = ended[1] < newest.ended[0];
      const isSurelyNewer = ended[0] >= newest.ended[1];
      if (isSurelyOlder || (!isSurelyNewer && started < newest.start)) return undefined;
    }
    const alert = this.#alert(job, kind);
    for (const each of kinds) {
      const other = this.alerts.get(`${each} ${job}`);
      if (other?.whereabouts === 'gone') other.whereabouts = 'never listed';
    }
    const isExact = ended[0] === ended[1];
    if (isAgain && !isExact) ended = [Math.max(ended[0], newest.ended[0]), Math.min(ended[1], newest.ended[1])];
    const seenAt = Math.min(at, end ?? at, isAgain ? ended[1] : at);
    if (isAgain) this.#takeBack(alert, newest, seenAt);
    else this.#settle(alert, seenAt);
    const { isOpen, sightings } = alert;
    alert.newest = { key, start: started, ended, without: { isOpen, sightings: sightings.length } };
    const wasOpen = isAgain && newest.without?.isOpen === true;
    if (isAgain && newest.without !== undefined)
      alert.newest.without = { isOpen: wasOpen, sightings: sightings.length };
    if (isBad === undefined) return alert;
    if (at - (end ?? start) > 24 * hour) alert.quietUntil = Math.max(alert.quietUntil, at + hour);
    else if (isBad) alert.quietUntil = 0;
    this.#see(alert, { isBad, at: seenAt, reason, count: 1 });
    // Without the run, the alert would have been open, so a bad one leaves it open.
    if (isBad && wasOpen) alert.isOpen = true;
    return alert;
  }

  #takeBack(alert: NaiveAlert, { without }: NaiveRun, at: number): void {
    if (without === undefined) return;
    alert.sightings.length = without.sightings;
    if (without.isOpen || !alert.isOpen) return;
    if (alert.informed === undefined) this.#recover(alert);
    else alert.sightings.push({ isBad: undefined, at, reason: alert.informedOf ?? 'failed', count: 0 });
  }

  #lookAtJob(job: string, now: number, service: NaiveService): void {
    const rule = this.#rule(job);
    const entry = this.config.freshness.find(({ jobs }) => fits(jobs, job));
    if (rule === undefined || entry === undefined) return;
    const isBack = (kind: AlertKind): boolean =>
      this.alerts.get(`${kind} ${job}`)?.whereabouts !== 'gone' || service.listed.has(job);
    const success = service.lastSuccess.get(job);
    if (rule.on.includes('stale') && entry.errorAfter !== undefined && success !== undefined && isBack('stale')) {
      const isBad = now - success > 2 * hour;
      const at = isBad ? success + 2 * hour : now;
      this.#seeOnce(this.#alert(job, 'stale'), `${isBad} ${success}`, { isBad, at, reason: 'stale', count: 1 });
    }
    const started = service.lastStart.get(job);
    if (
      rule.on.includes('missed') &&
      entry.cron !== undefined &&
      service.listed.get(job) === true &&
      started !== undefined &&
      isBack('missed')
    ) {
      const missed = missedSince(started, now);
      const isBad = missed.length > 0;
      const thing = `${isBad} ${missed.at(-1) ?? started}`;
      const sighting = {
        isBad,
        at: missed[0] ?? started,
        reason: 'missed' as const,
        count: Math.max(1, missed.length),
      };
      this.#seeOnce(this.#alert(job, 'missed'), thing, sighting);
    }
  }

  #seeOnce(alert: NaiveAlert, thing: string, sighting: Sighting): void {
    if (alert.lastThing === thing) return;
    alert.lastThing = thing;
    if (sighting.isBad === true) alert.quietUntil = 0;
    this.#settle(alert, sighting.at);
    this.#see(alert, sighting);
  }

  #see(alert: NaiveAlert, sighting: Sighting): void {
    alert.sightings.push(sighting);
    const rule = this.#rule(alert.job);
    if (rule === undefined) return;
    if (sighting.isBad === true) {
      const enough = alert.kind === 'stale' ? 1 : rule.after;
      if (badInARow(alert) >= enough) alert.isOpen = true;
    } else if (alert.isOpen && goodInARow(alert).length >= rule.recover) {
      this.#recover(alert);
    }
  }

  #recover(alert: NaiveAlert): void {
    alert.isOpen = false;
    alert.ending = 'recovered';
  }

  #settle(alert: NaiveAlert, now: number): void {
    const rule = this.#rule(alert.job);
    const [first] = goodInARow(alert);
    if (!alert.isOpen || rule === undefined || first === undefined || now - first.at < rule.settle) return;
    this.#recover(alert);
  }

  #end(alert: NaiveAlert, ending: string): void {
    alert.isOpen = false;
    alert.ending = ending;
    alert.sightings.push(null);
    if (alert.newest !== undefined) alert.newest.without = undefined;
    if (ending === 'unwatched') alert.lastThing = undefined;
  }

  #isUnwatched(alert: NaiveAlert, service: NaiveService): boolean {
    const { job, kind } = alert;
    const rule = this.#rule(job);
    if (rule === undefined || alert.whereabouts === 'gone') return true;
    if (kind === 'run') return !rule.on.some((reason) => fromBad.includes(reason));
    if (!rule.on.includes(kind)) return true;
    if (kind === 'volume') return false;
    const entry = this.config.freshness.find(({ jobs }) => fits(jobs, job));
    if (kind === 'stale') return entry?.errorAfter === undefined;
    return entry?.cron === undefined || service.listed.get(job) === false;
  }

  #speak(alert: NaiveAlert, now: number, said: string[]): void {
    const { job, kind } = alert;
    const { webhooks } = this.config;
    const rule = this.#rule(job);
    const say = (what: string, receivers: readonly string[]): void =>
      void said.push(`${job} ${kind} ${what} → ${receivers.filter((name) => webhooks.includes(name)).join()}`);
    if (!alert.isOpen) {
      if (alert.informed !== undefined) say(alert.ending, alert.informed);
      alert.informed = undefined;
      alert.informedOf = undefined;
      return;
    }
    const isForgotten = alert.informed !== undefined && !alert.informed.some((name) => webhooks.includes(name));
    if (isForgotten && (rule?.webhooks ?? []).length > 0) alert.informed = undefined;
    const reason =
      alert.sightings.findLast((sighting) => sighting !== null && sighting.isBad !== false)?.reason ?? 'failed';
    const isSilent = this.config.silences.some(
      ({ jobs, on, until }) => Date.parse(until) > now && fits(jobs, job) && (on === undefined || on.includes(reason)),
    );
    if (isSilent || now < alert.quietUntil) return;
    if (alert.informed === undefined) {
      alert.informed = rule?.webhooks ?? [];
      alert.informedOf = reason;
      say(`opened ${reason}`, alert.informed);
      return;
    }
    const rank = (each: AlertReason): number => fromBad.indexOf(each);
    if (kind !== 'run' || rank(reason) >= rank(alert.informedOf ?? reason)) return;
    alert.informedOf = reason;
    say(`changed ${reason}`, alert.informed);
  }

  #rule(job: string) {
    const rule = this.config.rules.find(({ jobs }) => fits(jobs, job));
    if (rule === undefined) return undefined;
    const { on = standardOn, after = 1, recover = 2, settle = '2h', webhooks = this.config.webhooks } = rule;
    return { on, after, recover, settle: Number.parseInt(settle, 10) * hour, webhooks };
  }
}

/** The hours at which a run was due since the last one, each with 10 minutes of grace. */
export function missedSince(started: number, now: number): readonly number[] {
  const missed: number[] = [];
  for (let due = Math.floor(started / hour) * hour + hour; due + 10 * minute <= now; due += hour) missed.push(due);
  return missed;
}

function badInARow({ sightings }: NaiveAlert): number {
  let count = 0;
  for (const sighting of sightings)
    if (sighting === null || sighting.isBad === false) count = 0;
    else if (sighting.isBad === true) count = Math.max(count + 1, sighting.count);
  return count;
}

function goodInARow({ sightings }: NaiveAlert): readonly Sighting[] {
  const from = sightings.findLastIndex((sighting) => sighting?.isBad !== false);
  return sightings.slice(from + 1) as Sighting[];
}
