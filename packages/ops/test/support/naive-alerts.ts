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

/** A run that has ended, or that was corrected. */
export interface NaiveEvent {
  readonly job: string;
  readonly outcome: Outcome;
  readonly start: number;
  readonly end: number;
  /** When it was found */
  readonly at: number;
  readonly isCorrection: boolean;
  readonly previous?: Outcome;
}

interface Sighting {
  readonly isBad: boolean;
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
  /** The runs of which something was seen */
  readonly runs: { readonly start: number; readonly end: number }[];
  /** What was seen last, where the same must not count twice */
  lastThing: string | undefined;
  whereabouts: 'never listed' | 'listed' | 'gone';
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
      runs: [],
      lastThing: undefined,
      whereabouts: 'never listed',
    };
    this.alerts.set(key, alert);
    return alert;
  }

  #lookAtRun(event: NaiveEvent, now: number, isFirst: boolean, said: string[]): void {
    const { job, outcome, start, end, at, isCorrection, previous } = event;
    const rule = this.#rule(job);
    if (rule === undefined || outcome === 'running' || (isCorrection && previous === outcome)) return;
    const isBad = rule.on.includes(outcome as AlertReason);
    if (!isBad && outcome !== 'succeeded' && outcome !== 'warned') return;
    const alert = this.#alert(job, 'run');
    const ended = Math.min(at, end);
    const newest = newestRun(alert);
    const beganBefore = newest !== undefined && start < newest.start;
    if (beganBefore && (isCorrection || ended < newest.end)) return;
    // Nothing starts after it ended, or after it was found.
    alert.runs.push({ start: Math.min(start, ended), end: ended });
    for (const kind of kinds) {
      const each = this.alerts.get(`${kind} ${job}`);
      if (each?.whereabouts === 'gone') each.whereabouts = 'never listed';
    }
    const isOld = at - end > 24 * hour;
    if (isOld) alert.quietUntil = Math.max(alert.quietUntil, at + hour);
    else if (isBad) alert.quietUntil = 0;
    this.#see(alert, { isBad, at: ended, reason: outcome as AlertReason, count: 1 });
    const isLongAgo = now - ended > hour;
    if (!isFirst && !isLongAgo) this.#speak(alert, now, said);
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
    if (sighting.isBad) alert.quietUntil = 0;
    this.#see(alert, sighting);
  }

  #see(alert: NaiveAlert, sighting: Sighting): void {
    this.#settle(alert, sighting.at);
    alert.sightings.push(sighting);
    const rule = this.#rule(alert.job);
    if (rule === undefined) return;
    if (sighting.isBad) {
      const enough = alert.kind === 'stale' ? 1 : rule.after;
      if (badInARow(alert) >= enough) alert.isOpen = true;
    } else if (alert.isOpen && goodInARow(alert).length >= rule.recover) {
      alert.isOpen = false;
      alert.ending = 'recovered';
    }
  }

  #settle(alert: NaiveAlert, now: number): void {
    const rule = this.#rule(alert.job);
    const [first] = goodInARow(alert);
    if (!alert.isOpen || rule === undefined || first === undefined || now - first.at < rule.settle) return;
    alert.isOpen = false;
    alert.ending = 'recovered';
  }

  #end(alert: NaiveAlert, ending: string): void {
    alert.isOpen = false;
    alert.ending = ending;
    alert.sightings.push(null);
    if (ending === 'unwatched') alert.lastThing = undefined;
  }

  #isUnwatched(alert: NaiveAlert, service: NaiveService): boolean {
    const { job, kind } = alert;
    const rule = this.#rule(job);
    if (rule === undefined || alert.whereabouts === 'gone') return true;
    if (kind === 'run') return !rule.on.some((reason) => fromBad.includes(reason));
    if (!rule.on.includes(kind)) return true;
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
    const reason = alert.sightings.findLast((sighting) => sighting?.isBad === true)?.reason ?? 'failed';
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

/** The run that started last and, of several, ended last. */
function newestRun({ runs }: NaiveAlert): NaiveAlert['runs'][number] | undefined {
  let newest = runs[0];
  for (const run of runs)
    if (newest === undefined || run.start > newest.start || (run.start === newest.start && run.end > newest.end))
      newest = run;
  return newest;
}

function badInARow({ sightings }: NaiveAlert): number {
  let count = 0;
  for (const sighting of sightings) count = sighting?.isBad === true ? Math.max(count + 1, sighting.count) : 0;
  return count;
}

function goodInARow({ sightings }: NaiveAlert): readonly Sighting[] {
  const from = sightings.findLastIndex((sighting) => sighting?.isBad !== false);
  return sightings.slice(from + 1) as Sighting[];
}
