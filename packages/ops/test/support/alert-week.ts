import { platformFetch } from '@syncline/core/internal';
import {
  type AlertStore,
  type Outcome,
  type Store,
  type StoredRun,
  streamRuns,
  type TrackerEvent,
} from '@syncline/runs';
import { Crash, CrashPlan } from '@syncline/testing';
import { WebhookSender } from '../../src/alerts/webhook-sender.ts';
import { type AlertEvent, verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import { createEngine } from './alert-set-up.ts';
import { createWorld, hour, minute, origin } from './alert-world.ts';
import { judgeFreshness } from './judge-freshness.ts';
import { type Answer, createReceiver } from './receiver.ts';

const secret = `whsec_${Buffer.from('w'.repeat(32)).toString('base64')}`;

/** Random numbers from 0 to 1, which are the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The options of a simulated week. */
export interface WeekOptions {
  readonly seed: number;
  readonly jobs: number;
  readonly hours: number;
  /** Returns the crash plan of each process that starts. @default none */
  readonly plan?: (() => CrashPlan) | undefined;
  /** The response of the receiver in each hour. @default 204 */
  readonly answer?: ((hour: number) => Answer) | undefined;
  /** The store of alerts and runs. @default one in memory */
  readonly store?: (Store & AlertStore) | undefined;
  /** How many events are handled in one transaction. @default 1 */
  readonly together?: number | undefined;
  /** Ends the claims of messages, for a store that does not use the test's clock */
  readonly expireClaims?: (() => Promise<void>) | undefined;
}

/** A message that arrived at the receiver. */
export interface Arrival {
  readonly id: string;
  readonly job: string;
  readonly kind: string;
  readonly type: string;
  /** The signed content of the message, which must be the same for each attempt */
  readonly body: string;
}

/**
 * Simulates jobs that run every hour and sometimes fail or do not run. The processes that handle and deliver their
 * alerts may crash.
 */
export async function liveThroughWeek({
  seed,
  jobs,
  hours,
  plan = () => new CrashPlan(),
  answer = () => 204,
  store: given,
  expireClaims,
  together = 1,
}: WeekOptions) {
  const { store, clock, endAll } = createWorld<Store & AlertStore>(given);
  let current = 0;
  const arrivals: Arrival[] = [];
  const bodies: { headers: Record<string, unknown>; body: string }[] = [];
  const receiver = await createReceiver(({ headers, body }) => {
    const given = current < hours ? answer(current) : 204;
    if (given === 204) bodies.push({ headers, body });
    return given;
  });
  // After a crash, an evaluation is some minutes late. With this value, none is close to the end of the settling time.
  const settle = '90m';
  const rules = [
    { jobs: 'Job 1*', on: ['failed', 'stale'] as const, recover: 1, settle },
    { jobs: '*', after: 2, settle },
  ];
  const entries = [{ jobs: '*', errorAfter: '4h' }];
  let processes = 0;
  let calls = 0;
  let own: CrashPlan | undefined;
  const start = () => {
    processes += 1;
    calls += own?.calls ?? 0;
    own = plan();
    const wrapped = own.wrap(store);
    const options = { store: wrapped, clock };
    const webhooks = { ops: { url: receiver.url, secrets: [secret] } };
    const alerts = createEngine(options, { rules });
    const sender = new WebhookSender({ ...options, webhooks, fetch: own.wrapFunction(platformFetch), random: () => 1 });
    return async (): Promise<void> => {
      for (let after = await wrapped.readCursor('alerts'); ; ) {
        const events = await wrapped.readEvents(after, 500);
        if (events.length === 0) break;
        const read = events.map(({ data, ...event }) => ({ ...JSON.parse(data), ...event }) as TrackerEvent);
        for (let at = 0; at < read.length; at += together) await alerts.handle(read.slice(at, at + together));
        after = events.at(-1)?.position ?? after;
      }
      const window = { since: clock.date() - 12 * hour, first: 'oldest', limit: 10_000 } as const;
      const runs: StoredRun[] = [];
      for await (const page of streamRuns(wrapped, window)) runs.push(...page);
      const facts = { entries, known: new Map<string, undefined>(), runs, since: origin };
      await alerts.evaluate({ judged: judgeFreshness(facts, clock.date()) });
      await sender.deliver();
    };
  };
  let work = start();
  /** Works until nothing is left to do, even if processes crash meanwhile. */
  const step = async (at: number): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      // A killed process leaves claims behind. The clock moves on until they expire.
      clock.set(at + tries * 1.1 * minute);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        await expireClaims?.();
        if (tries > 40) throw new Error('it makes no progress', { cause: error });
        work = start();
      }
    }
  };
  const random = randomOf(seed);
  const health = Array.from({ length: jobs }, () => 1);
  for (current = 0; current < hours; current += 1) {
    const at = origin + current * hour;
    const ends: [job: string, outcome: Outcome, at: number][] = [];
    for (let job = 0; job < jobs; job += 1) {
      if (random() < 0.05) health[job] = random() < 0.6 ? 1 : random();
      const ended = at + Math.floor(random() * 10 * minute);
      const outcome: Outcome = random() < (health[job] ?? 1) ? 'succeeded' : random() < 0.8 ? 'failed' : 'partial';
      if (random() < 0.97) ends.push([`Job ${job}`, outcome, ended]);
    }
    clock.set(at + 10 * minute);
    await endAll(ends);
    await step(at + 11 * minute);
  }
  // Messages that are still waiting are delivered now, because the receiver works again.
  for (let rest = 0; rest < 5; rest += 1) await step(origin + (hours + rest) * hour);
  for (const { headers, body } of bodies) {
    const at = Number(headers['webhook-timestamp']) * 1000;
    const { id, data, type }: AlertEvent = await verifyWebhook({ secret, clock: { date: () => at } })(
      headers as never,
      body,
    );
    arrivals.push({ id, job: data.job, kind: data.kind, type, body });
  }
  const open = (await createEngine({ store, clock }, { rules }).list()).filter(({ status }) => status === 'open');
  const waiting = await store.readMessages({ status: 'waiting', limit: 10 });
  await receiver.close();
  await store.close();
  return { arrivals, processes, calls: calls + (own?.calls ?? 0), open, waiting };
}

/** The messages of each job, each one once, in the order of first arrival. */
export function byJob(arrivals: readonly Arrival[]): Readonly<Record<string, readonly string[]>> {
  const seen = new Set<string>();
  const result: Record<string, string[]> = {};
  for (const { id, job, kind, type } of arrivals) {
    if (seen.has(id)) continue;
    seen.add(id);
    (result[job] ??= []).push(`${kind} ${type.split('.').at(-1)} ${id}`);
  }
  return result;
}

/** The problems of a week: an id with two texts, or transitions in another order than opened, any changes, recovered. */
export function problemsOf(arrivals: readonly Arrival[]): readonly string[] {
  const problems: string[] = [];
  const bodies = new Map<string, string>();
  for (const { id, body } of arrivals) {
    if ((bodies.get(id) ?? body) !== body) problems.push(`${id} has two texts`);
    bodies.set(id, body);
  }
  for (const [job, transitions] of Object.entries(byJob(arrivals)))
    for (const kind of ['run', 'stale']) {
      const own = transitions.filter((text) => text.startsWith(kind)).map((text) => text.split(' ')[1]);
      let isOpen = false;
      const isInTurn = own.every((type) => {
        const isRight = isOpen === (type !== 'opened');
        isOpen = type !== 'recovered';
        return isRight;
      });
      if (!isInTurn) problems.push(`${job}: ${own.join(', ')}`);
    }
  return problems;
}

/**
 * Simulates a short time twice for each call of alert handling and delivery: once killed before the call, and once
 * after it.
 *
 * @param live - runs the simulation with its own store
 * @returns the differences from a run without a kill, and the numbers of calls and transitions
 */
export async function killAtEachCall(
  live: (options: WeekOptions) => ReturnType<typeof liveThroughWeek>,
  small: WeekOptions,
): Promise<{ readonly problems: readonly string[]; readonly calls: number; readonly transitions: number }> {
  const whole = await live(small);
  const toldOf = (arrivals: readonly Arrival[]): string => JSON.stringify(Object.entries(byJob(arrivals)).sort());
  const problems: string[] = [];
  for (let at = 1; at <= whole.calls; at += 1)
    for (const when of ['before', 'after'] as const) {
      const plans = [new CrashPlan(at, when)];
      const killed = await live({ ...small, plan: () => plans.pop() ?? new CrashPlan() });
      const found = [...problemsOf(killed.arrivals)];
      if (killed.processes !== 2) found.push(`${killed.processes} processes`);
      if (toldOf(killed.arrivals) !== toldOf(whole.arrivals)) found.push('other arrivals');
      if (killed.waiting.length > 0) found.push('something waits');
      problems.push(...found.map((problem) => `${when} call ${at}: ${problem}`));
    }
  return { problems, calls: whole.calls, transitions: whole.arrivals.length };
}
