import {
  type ClientOptions,
  createCloudClient,
  createODataClient,
  createV2Client,
  isSynclineError,
} from '../../../src/index.ts';
import { OpenBodies } from './body.ts';
import { calls, type Clients, type Run, unreliableListener } from './calls.ts';
import { printed, secretOf, showsSecret } from './canary.ts';
import { anyCredential } from './credentials.ts';
import { createDice, type Dice } from './dice.ts';
import { unreliable, type World } from './misbehave.ts';
import { createService } from './service.ts';
import { createVirtualTime, settle } from './virtual-time.ts';

/** The results of the calls of one session. */
export interface SessionReport {
  /** The checks that failed. The session can be repeated with its seed */
  readonly broken: string[];
  /** How many calls ended in each way: with `value`, or with the code of an error */
  readonly outcomes: Record<string, number>;
  /** Milliseconds of virtual time */
  readonly milliseconds: number;
}

/** The longest time, in milliseconds of virtual time, until abandoned work must have ended. */
const longestRecovery = 200_000;

/** A signal that counts its listeners. */
function countedSignal(controller: AbortController, count: { listeners: number }): AbortSignal {
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  const known = new Set<unknown>();
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    if (!known.has(listener)) count.listeners += 1;
    known.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: never) => {
    if (known.delete(listener)) count.listeners -= 1;
    remove(type, listener);
  };
  return signal;
}

function limitsFor(dice: Dice): Omit<Run, 'within' | 'signal'> {
  return {
    timeout: dice.pick([undefined, undefined, 1, 50, 1_000]),
    deadline: dice.pick([undefined, undefined, 1, 300, 5_000, 2_147_483]),
    retry: dice.pick([undefined, undefined, 0, 1, 7]),
  };
}

/**
 * Makes many calls of clients that share a credential, at random times, while many things fail. Afterwards nothing
 * fails any more, and each client has to work.
 *
 * @param longestGap - the longest time between two calls, in milliseconds. @default a random one
 * @param onCall - receives the number of each call that begins
 */
export async function runSession(
  seed: number,
  count: number,
  longestGap?: number,
  onCall?: (number: number) => void,
): Promise<SessionReport> {
  const dice = createDice(seed);
  const time = createVirtualTime();
  const { clock } = time;
  let secrets = 0;
  const world: World = { dice, time, isCalm: false, newSecret: () => secretOf((secrets += 1)) };
  const open = new OpenBodies();
  const signals = { listeners: 0 };
  const broken: string[] = [];
  const outcomes: Record<string, number> = {};
  const check = (isKept: boolean, what: () => string): void => {
    if (!isKept && broken.length < 5) broken.push(what());
  };
  const seen = (event: unknown): void => {
    const text = printed(event);
    check(!showsSecret(text), () => `an event shows a secret: ${text.slice(0, 2000)}`);
  };
  const fetch = createService(world, open);
  const onEvent = unreliableListener(world, seen);
  const limits = { timeout: dice.pick([100, 2_000, 30_000]), deadline: dice.pick([500, 10_000, 60_000]) };
  const options: ClientOptions = {
    baseUrl: 'https://api.example/app',
    credential: anyCredential(world, fetch, onEvent),
    fetch,
    ...limits,
    retry: dice.pick([0, 2, 5]),
    maxBodyBytes: dice.pick([undefined, 3_000, 100_000]),
    undecodable: dice.pick(['throw', 'keep']),
    requestIdHeader: dice.pick([undefined, 'x-request-id']),
    onEvent,
    clock,
    random: unreliable(world, 0.001, [2, -1, Number.NaN, '0'], () => dice.next()),
  };
  const clients: Clients = {
    odata: createODataClient(options),
    v2: createV2Client(options),
    cloud: createCloudClient(options),
  };

  const running = new Map<number, string>();
  const make = async (number: number): Promise<void> => {
    const name = dice.pick(Object.keys(calls));
    running.set(number, name);
    const controller = new AbortController();
    const given = limitsFor(dice);
    const signal = dice.chance(0.5) ? countedSignal(controller, signals) : undefined;
    if (signal !== undefined && dice.chance(0.6)) {
      const reason = dice.pick([undefined, null, 'enough', new Error('enough'), { why: 'enough' }]);
      if (dice.chance(0.05)) controller.abort(reason);
      time.after(dice.below(dice.pick([2, 500, 20_000])), () => controller.abort(reason));
    }
    // A watch is limited by its own deadline, and every other call by its own or the client's.
    const longest = given.deadline ?? (name === 'jobs.watchStatus' ? 60_000 : limits.deadline);
    const place = `call ${number} (${name}, ${JSON.stringify({ ...limits, ...given })})`;
    const run: Run = {
      ...given,
      signal,
      within: async (step) => {
        const startedAt = clock.now();
        try {
          return await step;
        } finally {
          const took = clock.now() - startedAt;
          check(took <= longest, () => `${place} took ${took} ms`);
        }
      },
    };
    let outcome = 'value';
    try {
      await (calls[name] as (typeof calls)[string])(clients, run, world);
    } catch (error) {
      outcome = isSynclineError(error) ? error.code : 'untyped';
      check(isSynclineError(error), () => `${place} threw ${printed(error)}`);
      const text = printed(error);
      check(!showsSecret(text), () => `${place} shows a secret: ${text.slice(0, 2000)}`);
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    running.delete(number);
  };

  let started = 0;
  const gap = longestGap ?? dice.pick([50, 400, 3_000]);
  const startNext = (): void => {
    if (started === count) return;
    started += 1;
    onCall?.(started);
    void make(started);
    time.after(dice.below(gap), startNext);
  };
  startNext();
  await settle();
  while (started < count || running.size > 0) {
    if (!time.step()) break;
    await settle();
  }
  check(running.size === 0, () => `never ended: ${[...running].map(([number, name]) => `call ${number} (${name})`)}`);

  // Late responses and background work end by themselves within their own limits.
  world.isCalm = true;
  const endedAt = clock.now();
  while (time.waits.size > 0 && clock.now() - endedAt < longestRecovery && time.step()) await settle();
  check(time.waits.size === 0, () => `${time.waits.size} timers are left`);
  while (time.step()) await settle();
  check(open.size === 0, () => `${open.size} bodies are open`);
  check(signals.listeners === 0, () => `${signals.listeners} listeners are left on signals`);

  // A token store that hangs delays a call by at most the length of one request.
  const healthy = { timeout: 30_000, deadline: 60_000 };
  for (const [name, call] of Object.entries({
    odata: () => clients.odata.history.list(healthy),
    v2: () => clients.v2.jobs.status('42', healthy),
    cloud: () => clients.cloud.query('SELECT 1', healthy),
  })) {
    let result: unknown = 'no result';
    void call().then(
      () => (result = undefined),
      (error: unknown) => (result = error),
    );
    await settle();
    while (result === 'no result' && time.step()) await settle();
    check(result === undefined, () => `${name} does not work when everything works again: ${printed(result)}`);
  }
  check(time.waits.size === 0, () => `${time.waits.size} timers are left at the end`);
  return { broken, outcomes, milliseconds: clock.now() };
}
