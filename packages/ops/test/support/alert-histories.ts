import fc from 'fast-check';
import {
  type AlertStore,
  type Freshness,
  isEnded,
  type OutboxMessage,
  type Outcome,
  type Store,
  type StoredAlert,
  type TrackerEvent,
} from '@syncline/runs';
import { typeOf } from '../../../runs/src/tracker/find-events.ts';
import { FenceError } from '../../../runs/src/errors/errors.ts';
import type { KnownJobs } from '../../src/alerts/alert-engine.ts';
import type { JudgedJob } from '../../src/alerts/observations.ts';
import { type AlertEvent, alertKinds } from '../../src/alerts/webhooks/alert-event.ts';
import { alertReasons } from '../../src/config/alert-schema.ts';
import { createEngine } from './alert-set-up.ts';
import { hour, minute, origin, TestClock } from './alert-world.ts';
import { missedSince, NaiveAlerts, type NaiveConfig, type NaiveEvent, type NaiveService } from './naive-alerts.ts';

type EngineStore = AlertStore & Pick<Store, 'readPage'>;

const jobs = ['A', 'B'] as const;
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;

/** Keeps alerts and messages in memory, and refuses what a database would. */
export function memoryStore(): Pick<EngineStore, 'readAlerts' | 'writeAlerts' | 'readPage'> {
  const alerts = new Map<string, StoredAlert>();
  const messages = new Map<string, OutboxMessage>();
  let [revision, reached] = [0, 0];
  return {
    readAlerts: async () => ({ fence: String(revision), position: reached, alerts: [...alerts.values()] }),
    async writeAlerts(change) {
      if (change.fence !== String(revision)) throw new FenceError('Another process has changed the alerts.');
      for (const alert of change.alerts) alerts.set(`${alert.kind} ${alert.job}`, alert);
      for (const message of change.messages) {
        const key = `${message.id} ${message.target}`;
        if (messages.has(key)) throw new Error(`the message ${key} is written twice: ${message.body}`);
        messages.set(key, message);
      }
      reached = Math.max(reached, change.position);
      revision += 1;
      return String(revision);
    },
    readPage: async () => ({ runs: usualRuns, next: undefined }),
  };
}

/** What the volume of every run is compared with. */
const usualRuns = Array.from({ length: 8 }, () => ({ key: '', outcome: 'succeeded', rows: 100 })) as never[];

/** The service, the configuration and the process of a history, which both implementations look at. */
class World {
  readonly clock = new TestClock();
  readonly #consumer: string;
  readonly store: EngineStore;
  readonly naive: NaiveAlerts;
  config: NaiveConfig;
  /** The configuration before the last change */
  before: NaiveConfig;
  engine: ReturnType<typeof createEngine>;
  isFirst = true;
  position = 0;
  /** Events that no process has handled */
  readonly waiting: (NaiveEvent & { readonly position: number })[] = [];
  /** What was last found of each run, the last one found last */
  readonly runs: NaiveEvent[] = [];
  readonly listed = new Map<string, boolean | undefined>(jobs.map((job) => [job, true]));
  isListComplete = true;
  readonly lastSuccess = new Map<string, number>();
  readonly lastStart = new Map<string, number>();
  /** The receivers of each message, by its id */
  readonly receivers = new Map<string, readonly string[]>();
  /** What each receiver knows to be open, by the messages that it was sent */
  readonly known = new Map<string, string[]>();

  /** @param consumer - the name under which the history keeps its alerts, since histories may share a store */
  constructor(config: NaiveConfig, store: EngineStore, consumer: string) {
    this.#consumer = consumer;
    this.store = Object.assign(Object.create(store) as EngineStore, {
      readPage: async () => ({ runs: usualRuns, next: undefined }),
      writeAlerts: async (change: Parameters<EngineStore['writeAlerts']>[0]) => {
        const fence = await store.writeAlerts(change);
        for (const { id, target } of change.messages)
          this.receivers.set(id, [...(this.receivers.get(id) ?? []), target]);
        return fence;
      },
    });
    this.config = config;
    this.before = config;
    this.naive = new NaiveAlerts(config);
    this.engine = this.#start();
  }

  #start(): ReturnType<typeof createEngine> {
    this.isFirst = true;
    return this.createEngine();
  }

  createEngine(): ReturnType<typeof createEngine> {
    return createEngine(this, { ...this.config, consumer: this.#consumer });
  }

  configure(config: NaiveConfig): void {
    this.before = this.config;
    this.config = config;
    this.naive.config = config;
    this.engine = this.#start();
  }

  restart(): void {
    this.engine = this.#start();
  }

  add(event: NaiveEvent): void {
    this.position += 1;
    this.waiting.push({ ...event, position: this.position });
    const known = this.runs.findIndex(({ key }) => key === event.key);
    if (known === -1) this.runs.push(event);
    else this.runs[known] = event;
    const { job, outcome, start } = event;
    this.lastStart.set(job, Math.max(this.lastStart.get(job) ?? 0, start));
    if (outcome === 'succeeded') this.lastSuccess.set(job, Math.max(this.lastSuccess.get(job) ?? 0, start));
  }

  service(): NaiveService {
    const { listed, isListComplete, lastStart, lastSuccess } = this;
    return { listed, isListComplete: isListComplete && listed.size > 0, lastStart, lastSuccess };
  }

  jobs(): KnownJobs {
    const schedules = [...this.listed].map(([job, isScheduled]): [string, string | null | undefined] => [
      job,
      isScheduled === undefined ? undefined : isScheduled ? '0 * * * *' : null,
    ]);
    return { schedules: new Map(schedules), isComplete: this.service().isListComplete };
  }

  judged(): readonly JudgedJob[] {
    const now = this.clock.date();
    const result = (missed: readonly number[]): Freshness => ({
      result: missed.length > 0 ? 'error' : 'pass',
      missed,
      skipped: [],
      ageMs: undefined,
      because: [],
    });
    return [...new Set([...this.lastStart.keys(), ...this.listed.keys()])].map((job) => {
      const entry = this.config.freshness.find((each) => each.jobs === '*' || each.jobs === job);
      const [lastSuccess, lastStart] = [this.lastSuccess.get(job), this.lastStart.get(job)];
      const missed = lastStart === undefined ? [] : missedSince(lastStart, now);
      return {
        job,
        at: now,
        schedule: entry?.cron === undefined || this.listed.get(job) !== true ? undefined : result(missed),
        limit: entry?.errorAfter === undefined ? undefined : 2 * hour,
        lastSuccess,
        lastStart,
      };
    });
  }

  /** Lets both implementations look, and compares what they say and know. */
  async tick(): Promise<void> {
    const events = this.waiting.splice(0);
    const said = this.naive.tick(this.clock.date(), events, this.service(), this.isFirst);
    const written = [
      ...(await this.engine.handle(events.map(trackerEventOf), this.isFirst)),
      ...(await this.engine.evaluate({ judged: this.judged(), jobs: this.jobs() })),
    ];
    this.isFirst = false;
    await this.compare(said, written);
  }

  /** @param written - what the engine returned. @default only what is open is compared */
  async compare(said: readonly string[], written: readonly AlertEvent[] | undefined): Promise<void> {
    const inGroups = (texts: readonly string[]): string =>
      texts
        .toSorted((left, right) => (groupOf(left) < groupOf(right) ? -1 : groupOf(left) > groupOf(right) ? 1 : 0))
        .join('\n');
    const mine = written?.map(({ id, subject, type, data }) => {
      const what = type.split('.').at(-1) ?? '';
      const reason =
        what === 'opened' || what === 'changed' ? ` ${data.kind === 'run' ? data.run?.outcome : data.kind}` : '';
      return `${subject} ${data.kind} ${what}${reason} → ${(this.receivers.get(id) ?? []).join()}`;
    });
    if (mine !== undefined && inGroups(mine) !== inGroups(said))
      throw new Error(`the engine wrote\n${inGroups(mine)}\nand the naive rules say\n${inGroups(said)}`);
    const open = (await this.createEngine().list())
      .filter(({ status }) => status === 'open')
      .map(
        ({ job, kind, isHeldBack, receivers }) => `${job} ${kind} known to ${isHeldBack ? 'nobody' : receivers.join()}`,
      )
      .sort();
    if (open.join('\n') !== this.naive.open().join('\n'))
      throw new Error(`open are\n${open.join('\n')}\nand by the naive rules\n${this.naive.open().join('\n')}`);
    this.#inform(said);
  }

  /** Each receiver hears of an alert that opens, then of its changes, and then once of its end. */
  #inform(said: readonly string[]): void {
    for (const text of said) {
      const [alert = '', receivers = ''] = [groupOf(text), text.split(' → ')[1]];
      const what = text.split(' ')[2];
      for (const name of receivers.split(',').filter((each) => each !== '')) {
        const key = `${name} ${alert}`;
        const before = this.known.get(key) ?? [];
        const isOpen = before.length > 0;
        // It may hear again of one that it was told of before it was removed from the configuration for a time.
        if (what !== 'opened' && !isOpen) throw new Error(`${name} hears of the end of what it does not know: ${text}`);
        this.known.set(key, what === 'opened' || what === 'changed' ? [...before, text] : []);
      }
    }
  }
}

const groupOf = (text: string): string => text.split(' ').slice(0, 2).join(' ');

function trackerEventOf(event: NaiveEvent & { readonly position: number }): TrackerEvent {
  const { key, job, outcome, start, end, at, previous, rows, position } = event;
  const status = outcome.toUpperCase();
  const run = { key, job, outcome, status, start, end, rows, version: 'v' };
  const because = [{ field: 'status', value: status, rule: outcome }];
  const type = typeOf(outcome, previous);
  return { id: `e${position}`, position, at, key, type, run, because, previous } as unknown as TrackerEvent;
}

type Step = fc.AsyncCommand<object, World>;

/** A step of a history, which a failing history prints. */
const step = (text: string, run: (world: World) => Promise<void> | void): Step => ({
  check: () => true,
  run: async (_model, world) => void (await run(world)),
  toString: () => text,
});

const names = ['a', 'b', 'c'];
const job = fc.constantFrom(...jobs);
const pattern = fc.constantFrom('*', ...jobs);
const outcome = fc.constantFrom<Outcome>(
  'succeeded',
  'succeeded',
  'failed',
  'failed',
  'partial',
  'warned',
  'cancelled',
  'unknown',
  'running',
);
const rows = fc.constantFrom<NaiveEvent['rows']>(100, 100, 3, undefined);
/** Whether the service says when the run ended. */
const saysEnd = fc.constantFrom(true, true, false);
const reasons = fc.uniqueArray(fc.constantFrom(...alertReasons), { minLength: 1, maxLength: 5 });

const configs: fc.Arbitrary<NaiveConfig> = fc
  .record({
    webhooks: fc.subarray(names),
    rules: fc.array(
      fc.record({
        jobs: pattern,
        on: fc.option(reasons, { nil: undefined }),
        after: fc.integer({ min: 1, max: 2 }),
        recover: fc.integer({ min: 1, max: 2 }),
        settle: fc.constantFrom('1h', '3h'),
        webhooks: fc.option(fc.subarray(names), { nil: undefined }),
      }),
      { maxLength: 2 },
    ),
    silences: fc.array(
      fc.record({
        jobs: pattern,
        on: fc.option(reasons, { nil: undefined }),
        until: fc.integer({ min: 1, max: 40 }).map((hours) => new Date(origin + hours * hour).toISOString()),
      }),
      { maxLength: 1 },
    ),
    freshness: fc.array(
      fc.record({
        jobs: pattern,
        errorAfter: fc.constantFrom('2h', undefined),
        cron: fc.constantFrom(cron, undefined),
      }) as fc.Arbitrary<NaiveConfig['freshness'][number]>,
      { maxLength: 1 },
    ),
  })
  .map(({ webhooks, rules, ...config }) => ({
    ...config,
    webhooks,
    rules: rules.map((rule) => ({ ...rule, webhooks: rule.webhooks?.filter((name) => webhooks.includes(name)) })),
  }));

const steps: fc.Arbitrary<Step>[] = [
  fc
    .tuple(
      job,
      outcome,
      fc.constantFrom(0, 0, 0, 20, 90, 2 * 24 * 60),
      fc.constantFrom(1, 1, 20, 90, 110, -60),
      saysEnd,
      rows,
    )
    .map(([name, result, minutesAgo, minutes, isEndSaid, count]) =>
      step(
        `${name} ${result} with ${count} rows after ${minutes} minutes, ${minutesAgo} minutes ago${isEndSaid ? '' : ', says no end'}`,
        (world) => {
          const at = world.clock.date();
          const ended = at - minutesAgo * minute;
          const end = isEndSaid && isEnded(result) ? ended : undefined;
          const key = `r${world.runs.length}`;
          world.add({ key, job: name, outcome: result, start: ended - minutes * minute, end, at, rows: count });
        },
      ),
    ),
  fc
    .tuple(fc.nat(3), outcome, fc.constantFrom('the same end', 'ended now', 'says no end'), rows)
    .map(([back, result, ending, count]) =>
      step(`the run ${back} before the last is ${result} after all with ${count} rows, ${ending}`, (world) => {
        const run = world.runs.at(-1 - back);
        if (run === undefined) return;
        const at = world.clock.date();
        const end = ending === 'the same end' ? run.end : ending === 'ended now' ? at : undefined;
        const { outcome: previous } = run;
        world.add({ ...run, outcome: result, at, end: isEnded(result) ? end : undefined, previous, rows: count });
      }),
    ),
  fc.constant(step('look', (world) => world.tick())),
  fc.constantFrom(1, 10, 60, 61, 150, 600).map((minutes) =>
    step(`${minutes} minutes later, look`, (world) => {
      world.clock.set(world.clock.date() + minutes * minute);
      return world.tick();
    }),
  ),
  configs.map((config) => step(`configure ${JSON.stringify(config)}`, (world) => world.configure(config))),
  fc.constant(step('configure as before', (world) => world.configure(world.before))),
  fc.constant(step('restart', (world) => world.restart())),
  fc.tuple(job, fc.constantFrom(...alertKinds)).map(([name, kind]) =>
    step(`close ${kind} of ${name}`, async (world) => {
      const said = world.naive.close(name, kind, world.clock.date());
      // A command is another process than the monitor.
      const wasOpen = await world.createEngine().close(name, kind);
      if (!wasOpen && said.length > 0) throw new Error('the engine has nothing to close');
      await world.compare(said, undefined);
    }),
  ),
  fc
    .tuple(
      job,
      fc.constantFrom<[string, boolean | undefined | null]>(
        ['scheduled', true],
        ['not scheduled', false],
        ['unreadable', undefined],
        ['gone', null],
      ),
    )
    .map(([name, [text, isScheduled]]) =>
      step(`${name} is ${text}`, (world) => {
        if (isScheduled === null) world.listed.delete(name);
        else world.listed.set(name, isScheduled);
      }),
    ),
  fc
    .boolean()
    .map((isComplete) =>
      step(
        `the list of jobs ${isComplete ? 'can' : 'cannot'} be read`,
        (world) => void (world.isListComplete = isComplete),
      ),
    ),
];

/**
 * Walks the engine and the naive rules through random histories, and compares what they say after each step.
 *
 * @param count - the number of histories
 * @param store - returns the store of a history. It may be the same for all. @default one in memory for each, which takes
 *   a tenth of the time of SQLite
 */
export async function compareHistories(
  count: number,
  store: () => EngineStore = () => memoryStore() as EngineStore,
): Promise<void> {
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(configs, fc.commands(steps, { maxCommands: 40, size: 'max' }), (config, commands) =>
      fc.asyncModelRun(
        () => ({ model: {}, real: new World(config, store(), `history ${(histories += 1)}`) }),
        commands,
      ),
    ),
    { numRuns: count, endOnFailure: false },
  );
}
