import { clientCredentials, type Credential } from '@syncline/auth';
import {
  type ClientEvent,
  type ClientOptions,
  createCloudClient,
  createODataClient,
  createV2Client,
  type Settled,
  settle,
  type Transport,
} from '../../src/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { canary } from './canaries.ts';
import type { Call, Fault } from './fault.ts';
import type { HostileServer } from './start-server.ts';

let runs = 0;

/** The end of a call during a fault. */
export interface FaultResult {
  readonly run: string;
  readonly settled: Settled<unknown>;
  readonly events: readonly ClientEvent[];
}

/** Makes the call that the fault is for. With a manual clock, pauses take no time. */
export const runFault = async (
  name: string,
  fault: Fault,
  server: HostileServer,
  credential: Credential,
  transport?: Transport,
  way: Call = fault.call ?? 'history',
): Promise<FaultResult> => {
  const run = `${process.pid}-${(runs += 1)}`;
  const port = fault.refused ? 1 : server.own;
  const events: ClientEvent[] = [];
  const manual = fault.needsTime ? createManualClock() : undefined;
  const address = `http://127.0.0.1:${port}/${encodeURIComponent(name)}/${run}`;
  const isToken = way === 'token';
  const options: ClientOptions = {
    baseUrl: isToken ? `http://127.0.0.1:${server.own}/healthy/${run}` : address,
    credential: isToken
      ? clientCredentials({
          authUrl: address,
          clientId: 'ada',
          clientSecret: canary,
          clock: manual?.clock,
          random: () => 0,
        })
      : credential,
    // On the machine's own clock, only a fault that is about time may reach a limit, however busy the machine is.
    timeout: manual ? 3000 : 30_000,
    deadline: manual ? 6000 : 60_000,
    random: () => 0,
    fetch: transport,
    clock: manual?.clock,
    onEvent: (event) => events.push(event),
    ...fault.options,
  };
  let isOver = false;
  const settling = settle(call(fault, way, options)).finally(() => (isOver = true));
  if (manual) await passTime(manual, server, run, events, () => isOver);
  return { run, settled: await settling, events };
};

/**
 * Ends each wait of a call: a pause at once, and a time limit once the server has received the request and no response
 * has followed.
 */
const passTime = async (
  { pending, step, waits }: ReturnType<typeof createManualClock>,
  server: HostileServer,
  run: string,
  events: readonly ClientEvent[],
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
    const { count } = await server.seen(run);
    const last = events.findLast((event) => event.type === 'wait');
    const isPause = last !== undefined && events.at(-1) === last && waits.at(-1) === last.milliseconds;
    const started = 1 + events.filter(({ type }) => type === 'wait').length;
    if (!isPause && count < started) continue;
    for (let quiet = 0; quiet < 10 && !isPause && !isOver(); quiet += 1) await server.seen(run);
    if (!isOver() && pending.size > 0) step();
  }
};

const call = async (fault: Fault, way: Call, options: ClientOptions): Promise<unknown> => {
  switch (way) {
    case 'job':
      return createODataClient(options).jobs.get(fault.jobName ?? 'a');
    case 'status':
      return createV2Client(options).jobs.status('a');
    case 'query':
      return createCloudClient(options).query('SELECT 1');
    case 'stream':
      return toArray(createODataClient(options).history.stream());
    case 'watch':
      return watch(options);
    case 'raw':
      return createODataClient(options).raw.GET('/history');
    case 'call':
      return createODataClient(options).call('listHistory');
    case 'history':
    case 'token':
      return createODataClient(options).history.list();
  }
};

/** Polls once, and a second time if the first poll fails. */
const watch = async (options: ClientOptions): Promise<unknown> => {
  const aborter = new AbortController();
  const onEvent = (event: ClientEvent) => {
    options.onEvent?.(event);
    if (event.type === 'outcome' && event.ok) setImmediate(() => aborter.abort());
  };
  const state = { version: 1, jobId: 'a', seen: {} } as const;
  const { signal } = aborter;
  return toArray(
    createV2Client({ ...options, onEvent }).jobs.watchStatus('a', { state, signal, failures: 1, every: 60_000 }),
  );
};

const toArray = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
};
