import { basic } from '@syncline/auth';
import { createODataClient, createV2Client, type ODataClient } from '@syncline/client';
import { systemClock } from '@syncline/core/internal';
import { defineOutcomes } from '@syncline/runs';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { onTestFinished } from 'vitest';
import type { QueryContext } from '../../src/insight/queries.ts';
import type { Environment } from '../../src/environment/environment.ts';
import { exactRows } from '../../src/environment/open-environment.ts';

/** The current time of the sandbox and of the commands. */
export const now = Date.parse('2026-03-02T12:00:00Z');

type Format = 'table' | 'json' | 'ndjson' | 'csv' | 'junit' | 'sarif';

/** The context of a command: of a query, with what prints. */
export interface CommandContext extends QueryContext {
  readonly output: QueryContext['output'] & {
    readonly format: Format;
    readonly fields: string | undefined;
    readonly view: { readonly width: number | undefined; readonly colored: boolean; readonly now: number };
    readonly write: (text: string) => void;
  };
}

/** The options with which a test sets up a command. */
export interface SetUp {
  readonly sandbox?: SandboxOptions | undefined;
  readonly environment?: Partial<Environment> | undefined;
  readonly format?: Format | undefined;
  readonly fields?: string | undefined;
  /** The width of the terminal. @default no terminal */
  readonly width?: number | undefined;
  readonly clock?: (CommandContext['clock'] & { reading?: number }) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The context of a command for a sandbox that listens, with everything that the command prints. */
export async function setUp({
  sandbox: options,
  environment,
  format = 'table',
  fields,
  width,
  clock,
  signal,
}: SetUp = {}) {
  const sandbox = createSandbox({
    seed: 899,
    scale: { jobs: 12, history: 600 },
    clock: { start: new Date(now).toISOString() },
    life: false,
    edgeCases: false,
    ...options,
  });
  const { urls, credentials } = await sandbox.listen();
  const credential = basic(credentials.basic);
  const tables = exactRows('recordsaffected');
  const client = createODataClient({ baseUrl: urls.odata, credential, tables, undecodable: 'keep', retry: 0 });
  const odata = clock?.reading === undefined ? client : countReads(client, clock as { reading: number });
  const v2 = createV2Client({ baseUrl: urls.v2, credential, retry: 0 });
  onTestFinished(() => sandbox.close());
  const printed: string[] = [];
  const notes: string[] = [];
  const context: CommandContext = {
    environment: {
      name: 'production',
      odata,
      v2,
      classify: defineOutcomes({
        succeeded: ['SUCCESS'],
        failed: ['FAILED'],
        cancelled: ['CANCELLED'],
        running: ['RUNNING'],
      }),
      history: {
        key: 'historyid',
        job: 'jobname',
        status: 'status',
        start: 'runstartdate',
        end: 'runenddate',
        rows: 'recordsaffected',
        error: 'error',
        timeZone: 'UTC',
      },
      freshness: [],
      lint: {},
      store: undefined,
      close: () => Promise.resolve(),
      ...environment,
    },
    output: {
      format,
      fields,
      view: { width, colored: false, now },
      write: (text) => printed.push(text),
      progress: () => undefined,
      note: (text) => notes.push(text),
    },
    clock: clock ?? { ...systemClock, date: () => now },
    signal: signal ?? new AbortController().signal,
  };
  return {
    context,
    sandbox,
    text: () => printed.join('\n'),
    notes,
    json: () => JSON.parse(printed.join('\n')) as never,
  };
}

/**
 * A client that counts the streams being read in `clock.reading`. Reading takes real time, so the clock waits for it.
 */
function countReads(client: ODataClient, clock: { reading: number }): ODataClient {
  const stream: ODataClient['history']['stream'] = (options) => {
    const records = client.history.stream(options);
    const read = async function* () {
      clock.reading += 1;
      try {
        yield* records;
      } finally {
        clock.reading -= 1;
      }
    };
    return Object.assign(read(), { response: () => records.response() }) as unknown as typeof records;
  };
  const history = Object.create(client.history, { stream: { value: stream } }) as ODataClient['history'];
  return Object.create(client, { history: { value: history } }) as ODataClient;
}
