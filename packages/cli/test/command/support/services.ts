import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '@syncline/sandbox';

const hour = 3_600_000;
/** The time at which this test process started, rounded down to the minute. */
const now = Math.floor(Date.now() / 60_000) * 60_000;
const at = (hoursAgo: number): string => new Date(now - hoursAgo * hour).toISOString();
/** A job name that is hard to print: it has wide characters, and characters of more than one code point. */
export const wideName = '日次バッチ 🚚 Café';

/** Runs of a job, three hours apart, the newest first. `hoursAgo` gives the runs of each job different minutes. */
function runs(jobname: string, hoursAgo: number, outcomes: readonly string[]) {
  return outcomes.map((status, index) => ({
    historyid: `${jobname.slice(0, 2)}-${index}`,
    jobname,
    status,
    runstartdate: at(hoursAgo + 3 * index),
    runenddate: at(hoursAgo + 3 * index - 0.2),
    recordsaffected: 1200 + index,
    connectorid: 'shop',
    details: '',
    instanceid: 'a1',
    error: status === 'FAILED' ? 'Connection to the warehouse was refused' : '',
  }));
}

const job = (JobId: string, JobName: string) => ({
  JobId,
  JobName,
  WorkspaceId: 'w1',
  Source: 'Shop',
  Destination: 'Lake',
  Scheduled: 'true',
  ScheduledCron: '0 */3 * * *',
});
const jobs = [
  job('j1', 'Orders'),
  { ...job('j2', wideName), Destination: 'Archive', DropTable: 'true', HistoryMode: 'true' },
  { ...job('j3', 'Invoices'), Destination: 'Finance' },
];
const data = {
  jobs,
  workspaces: [
    {
      id: 'w1',
      name: 'Finance',
      connections: ['Shop', 'Lake', 'Archive', 'Finance'].map((name, index) => ({
        id: `c${index}`,
        name,
        connector: 'SQL',
        error: '',
      })),
      jobs: jobs.map(({ JobId: id, JobName: name }) => ({ id, name, connector: 'SQL', error: '' })),
    },
  ],
  history: [
    ...runs('Orders', 1, ['SUCCESS', 'SUCCESS', 'FAILED', 'SUCCESS']),
    ...runs(wideName, 1.1, ['FAILED', 'SUCCESS', 'CANCELLED']),
    ...runs('Invoices', 1.2, ['SUCCESS', 'SUCCESS']),
  ],
} as const;

/** How a service responds. */
export interface Service {
  readonly sandbox?: SandboxOptions;
  /** A fault that applies to every response */
  readonly fault?: Parameters<Sandbox['faults']['add']>[0];
  /** Whether nothing listens at the address */
  readonly isDown?: boolean;
  /** Whether a wrong password is sent */
  readonly isRefusing?: boolean;
}

export const services = {
  healthy: {},
  down: { isDown: true },
  slow: { fault: { socket: 'hang' } },
  refusing: { isRefusing: true },
  paging: { sandbox: { behavior: { pageCap: 2, nextLink: true } } },
  capped: { sandbox: { behavior: { pageCap: 2 } } },
  'ignoring filters': { sandbox: { behavior: { filter: 'ignore' } } },
  'ignoring the order': { sandbox: { behavior: { orderBy: 'ignore', shuffle: true } } },
  'sending HTML': { fault: { body: 'html', status: 200 } },
  'failing beside the value': {
    fault: {
      status: 200,
      contentType: 'application/json',
      text: '{"value":[],"error":{"code":"Partial","message":"Some records could not be read."}}',
    },
  },
} as const satisfies Readonly<Record<string, Service>>;

/** A running service, and a configuration for it. */
export interface Installation {
  readonly folder: string;
  readonly file: string;
  readonly sandbox: Sandbox;
  /** The addresses at which it listens */
  readonly urls: Sandbox['urls'];
  /** The password that is sent. No output may show it */
  readonly secret: string;
  /** Environment variables for the configuration */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts a service and writes `syncline.yaml` for it. */
export async function install({ sandbox: options, fault, isDown, isRefusing }: Service): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-operator-'));
  const file = join(folder, 'syncline.yaml');
  const sandbox = createSandbox({
    data: structuredClone(data) as never,
    life: false,
    ...options,
  } as SandboxOptions);
  const { urls, credentials } = await sandbox.listen();
  if (fault !== undefined) sandbox.faults.add(fault);
  const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
  const secret = isRefusing === true ? 'canary-4711-swordfish' : credentials.basic.password;
  const odata = isDown === true ? 'http://127.0.0.1:9/odata' : urls.odata;
  const v2 = isDown === true ? 'http://127.0.0.1:9' : urls.v2;
  writeFileSync(
    file,
    `environments:
  production:
    odata: { url: '${odata}', credential: ${credential} }
    v2: { url: '${v2}', credential: ${credential} }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 2h, errorAfter: 30d }]
`,
  );
  return {
    folder,
    file,
    sandbox,
    urls,
    secret,
    variables: { SYNC_PASSWORD: secret },
    close: async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
