import { type CloudClient, type ODataClient, settle as settleCall, type V2Client } from '../../../src/index.ts';
import { thrownBy, unreliable, type World } from './misbehave.ts';

export interface Clients {
  readonly odata: ODataClient;
  readonly v2: V2Client;
  readonly cloud: CloudClient;
}

/** The limits and the signal of a call. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly deadline?: number | undefined;
  readonly retry?: number | undefined;
}

/** The limits of one call, and a check of its deadline. */
export interface Run extends Limits {
  /** Runs a step that must end within the call's deadline */
  within<Value>(step: Promise<Value>): Promise<Value>;
}

type Call = (clients: Clients, run: Run, world: World) => Promise<unknown>;

function limitsOf({ signal, timeout, deadline, retry }: Run): Limits {
  return { signal, timeout, deadline, retry };
}

async function drain(records: AsyncIterator<unknown>, run: Run, world: World): Promise<unknown> {
  const { dice, time } = world;
  const most = dice.pick([0, 1, 5, 1000]);
  for (let count = 0; count < most; count += 1) {
    const next = run.within(records.next());
    if (!world.isCalm && dice.chance(0.02)) {
      // The caller ends the loop while it waits for a record.
      const left = run.within(Promise.resolve(records.return?.()));
      return Promise.all([next, left]);
    }
    if ((await next).done) return count;
    if (!world.isCalm && dice.chance(0.05)) {
      await new Promise<void>((resolve) => time.after(dice.below(100_000), resolve));
    }
  }
  await run.within(Promise.resolve(records.return?.()));
  return most;
}

function schemaOf(world: World) {
  const lies = [undefined, null, 7, { problems: 1 }, { issues: 7 }, { issues: [] }, { issues: [{ message: 7 }] }];
  const good = (value: unknown) => ({ value });
  return {
    '~standard': { version: 1, vendor: 'own', validate: unreliable(world, 0.3, lies, good) },
  } as const;
}

/** Every way to call the service. */
export const calls: Readonly<Record<string, Call>> = {
  'jobs.get': ({ odata }, run) => run.within(odata.jobs.get("O'Brien", limitsOf(run))),
  'history.list': ({ odata }, run, { dice }) =>
    run.within(odata.history.list({ ...limitsOf(run), pages: dice.pick(['refuse', 'follow']) })),
  'connectors.list': ({ odata }, run) => run.within(odata.connectors.list(limitsOf(run))),
  'history.stream': ({ odata }, run, world) => {
    const pages = world.dice.pick(['refuse', 'follow'] as const);
    return drain(odata.history.stream({ ...limitsOf(run), pages }), run, world);
  },
  'workspaces.list': ({ v2 }, run) => run.within(v2.workspaces.list(limitsOf(run))),
  'jobs.status': ({ v2 }, run) => run.within(v2.jobs.status('42', limitsOf(run))),
  'jobs.statusOfMany': async ({ v2 }, run, { dice }) => {
    const results: unknown[] = [];
    const many = v2.jobs.statusOfMany(['1', '2', '3', '4', '5'], { ...limitsOf(run), concurrency: 5 });
    const leaveAfter = dice.pick([1, 3, 100]);
    for (;;) {
      const { done, value } = await run.within(many.next());
      if (done || results.push(value.error) >= leaveAfter) break;
    }
    await run.within(many.return());
    const failed = results.find((error) => error !== undefined);
    if (failed !== undefined) throw failed;
    return results.length;
  },
  'jobs.watchStatus': async ({ v2 }, { deadline, ...run }, world) => {
    const { dice } = world;
    const options = { signal: run.signal, timeout: run.timeout, retry: run.retry, every: 5_000, failures: 3 };
    const until = unreliable(world, 0.1, [undefined, 7, 'yes', {}], () => dice.chance(0.2));
    const watch = v2.jobs.watchStatus('42', {
      ...options,
      deadline: deadline ?? 60_000,
      until: dice.chance(0.5) ? until : undefined,
    });
    return drain(watch[Symbol.asyncIterator](), { ...run, deadline }, world);
  },
  taskHistory: ({ v2 }, run) => run.within(v2.transformations.taskHistory('7', '1', limitsOf(run))),
  query: ({ cloud }, run) => run.within(cloud.query('SELECT 1', limitsOf(run))),
  'query with a schema': ({ cloud }, run, world) =>
    run.within(cloud.query('SELECT 1', { ...limitsOf(run), schema: schemaOf(world) })),
  call: ({ odata }, run) => run.within(odata.call('getJob', { path: { JobName: 'x' }, ...limitsOf(run) })),
  raw: ({ odata }, run) => run.within(odata.raw.GET('/history', { ...limitsOf(run) } as never)),
  settled: async ({ v2 }, run) => {
    const { data, error } = await run.within(settleCall(v2.workspaces.list(limitsOf(run))));
    if (error !== undefined) throw error;
    return data;
  },
};

/** A listener that passes on every event and sometimes fails. */
export function unreliableListener(world: World, seen: (event: unknown) => void): (event: unknown) => void {
  const fail = unreliable(world, 0.05, ['a lie'], () => undefined);
  return (event) => {
    seen(event);
    if (!world.isCalm && world.dice.chance(0.01)) throw thrownBy(world, 'a listener');
    return fail();
  };
}
