import type { Credential } from '@syncline/auth';
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
import type { Fault } from './fault.ts';
import type { HostileServer } from './start-server.ts';

let runs = 0;

/** How a call under a fault ended. */
export interface FaultResult {
  readonly run: string;
  readonly settled: Settled<unknown>;
  readonly events: readonly ClientEvent[];
}

/** Makes the fault's call, with pauses of no length. */
export const runFault = async (
  name: string,
  fault: Fault,
  server: HostileServer,
  credential: Credential,
  transport?: Transport,
): Promise<FaultResult> => {
  const run = `${process.pid}-${(runs += 1)}`;
  const port = fault.refused ? 1 : server.own;
  const events: ClientEvent[] = [];
  const options: ClientOptions = {
    baseUrl: `http://127.0.0.1:${port}/${encodeURIComponent(name)}/${run}`,
    credential,
    timeout: 3000,
    deadline: 6000,
    random: () => 0,
    fetch: transport,
    onEvent: (event) => events.push(event),
    ...fault.options,
  };
  return { run, settled: await settle(call(fault, options)), events };
};

const call = async (fault: Fault, options: ClientOptions): Promise<unknown> => {
  switch (fault.call) {
    case 'job':
      return createODataClient(options).jobs.get(fault.jobName ?? 'a');
    case 'status':
      return createV2Client(options).jobs.status('a');
    case 'query':
      return createCloudClient(options).query('SELECT 1');
    case 'stream':
      return toArray(createODataClient(options).history.stream());
    default:
      return createODataClient(options).history.list();
  }
};

const toArray = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
};
