import type { Transport } from '@syncline/core/internal';

/** When the newest run started. */
export const newest = new Date(Date.now() - 3_600_000);
/** Fifty runs, one per minute. */
const runs = Array.from({ length: 50 }, (_, at) => ({
  historyid: `r${at}`,
  jobname: 'Orders',
  status: at % 5 === 0 ? 'FAILED' : 'SUCCESS',
  runstartdate: new Date(newest.getTime() - (49 - at) * 60_000).toISOString(),
}));
const task = {
  task_id: '1',
  job_history_id: 'r0',
  status: 'FAILED',
  table: 'orders',
  run_start_at: runs[0]?.runstartdate,
};
const records: readonly (readonly [RegExp, unknown])[] = [
  [/\/workspaces$/, [{ id: 'w', name: 'W', jobs: [{ id: 'j', name: 'Orders' }] }]],
  [/\/jobs\(/, { JobName: 'Orders', JobId: 'j', Source: 'CRM', Scheduled: 'true', Verbosity: '1' }],
  [/\/tasks\/[^/]+\/history$/, Array.from({ length: 50 }, () => task)],
];
/** Cached texts of responses, so that the service takes no time. */
const bodies = new Map<string, string>();

/** A service that responds immediately, and applies the filters that the tools send. */
export const instantService: Transport = (url) => {
  const { pathname, searchParams } = new URL(url);
  const filter = searchParams.get('$filter') ?? '';
  const [, key] = /historyid eq '([^']*)'/.exec(filter) ?? [];
  const [, since = ''] = /runstartdate ge (\S+)/.exec(filter) ?? [];
  const from = runs.findIndex(({ runstartdate }) => runstartdate >= since);
  const shape = `${pathname} ${key ?? ''} ${from}`;
  let body = bodies.get(shape);
  if (body === undefined) {
    const history = key === undefined ? runs.slice(from) : runs.filter(({ historyid }) => historyid === key);
    body = JSON.stringify(records.find(([path]) => path.test(pathname))?.[1] ?? history);
    bodies.set(shape, body);
  }
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
};
