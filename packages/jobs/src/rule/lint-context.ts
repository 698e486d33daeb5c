import { groupBy } from '@syncline/core/internal';
import {
  clockChanges,
  type ClockChange,
  type CronDialect,
  readSchedule,
  type WallSchedule,
} from '@syncline/runs/schedule';
import type { JobView } from './job-view.ts';
import type { LintSettings } from './lint-settings.ts';

/** A cron string in one dialect: the schedule, or why it cannot be read. */
export type ScheduleReading = WallSchedule | { readonly wrong: string };

/** Jobs that have something in common. */
export interface JobGroups {
  /** The jobs of each key. */
  readonly byKey: ReadonlyMap<string, readonly JobView[]>;
  /** How many jobs of the inventory have a key that cannot be known, or could not be read. */
  readonly unknown: number;
}

const dayMs = 86_400_000;
const dialects: readonly CronDialect[] = [
  { sunday: 0, seconds: false },
  { sunday: 0, seconds: true },
  { sunday: 1, seconds: false },
  { sunday: 1, seconds: true },
];

/** What a rule can use in addition to the job: the settings, all other jobs, schedules and past runs. */
export class LintContext {
  /** The settings of the linter. */
  readonly settings: LintSettings;
  /** The time for which dates and schedules are checked, in milliseconds since 1970. */
  readonly now: number;
  /** All jobs whose definition was read. */
  readonly jobs: readonly JobView[];
  /** How many jobs of the inventory could not be read. */
  readonly unread: number;
  readonly #dialects: readonly CronDialect[];
  readonly #memory = new Map<string, unknown>();
  readonly #readings = new Map<string, readonly ScheduleReading[]>();

  constructor(jobs: readonly JobView[], unread: number, settings: LintSettings, now: number) {
    this.jobs = jobs;
    this.unread = unread;
    this.settings = settings;
    this.now = now;
    this.#dialects = settings.cron === undefined ? dialects : [settings.cron];
  }

  /** Creates a value once for all jobs, and returns the same value for each later call with the same name. */
  once<Value>(name: string, make: () => Value): Value {
    if (!this.#memory.has(name)) this.#memory.set(name, make());
    return this.#memory.get(name) as Value;
  }

  /**
   * Groups all jobs, once.
   *
   * @param name - the name of the grouping
   * @param keyOf - the key that the jobs of a group share: null if the job belongs to no group, undefined if it cannot
   * be known
   */
  groupsBy(name: string, keyOf: (job: JobView) => string | null | undefined): JobGroups {
    return this.once(`groups ${name}`, () => {
      const byKey = groupBy(this.jobs, keyOf);
      const unknown = this.unread + (byKey.get(undefined)?.length ?? 0);
      byKey.delete(undefined);
      byKey.delete(null);
      return { byKey: byKey as Map<string, JobView[]>, unknown };
    });
  }

  /** A schedule in every dialect that the settings allow. */
  readingsOf(cron: string): readonly ScheduleReading[] {
    const known = this.#readings.get(cron);
    if (known !== undefined) return known;
    const readings = this.#dialects.map((dialect): ScheduleReading => {
      try {
        return readSchedule(cron, dialect);
      } catch (error) {
        return { wrong: (error as Error).message };
      }
    });
    this.#readings.set(cron, readings);
    return readings;
  }

  /**
   * The facts about a schedule on which all dialects agree; undefined if they differ, or if one cannot read it. With
   * the setting `cron`, there is only one dialect.
   */
  agreedOn<Value extends string | number | boolean>(
    cron: string,
    look: (schedule: WallSchedule) => Value | undefined,
  ): Value | undefined {
    let agreed: Value | undefined;
    for (const [index, reading] of this.readingsOf(cron).entries()) {
      const value = 'wrong' in reading ? undefined : look(reading);
      if (value === undefined || (index > 0 && value !== agreed)) return undefined;
      agreed = value;
    }
    return agreed;
  }

  /** The runtimes of the ended runs of a job, in milliseconds, shortest first; undefined if they are not known. */
  runtimesOf({ name, id, workspace }: JobView): readonly number[] | undefined {
    const runtimes = this.settings.history?.runtimesOf({ name, id, workspace: workspace?.name });
    return runtimes && [...runtimes].filter((ms) => Number.isFinite(ms) && ms >= 0).sort((a, b) => a - b);
  }

  /** The changes of the clock of the configured zone in the next five years; undefined if the zone is not known. */
  get clockChanges(): readonly ClockChange[] | undefined {
    const { cron } = this.settings;
    if (cron === undefined) return undefined;
    return this.once('clock changes', () => clockChanges(cron.timeZone, this.now, this.now + 5 * 366 * dayMs));
  }
}
