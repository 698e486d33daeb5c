/** The sandbox with many jobs that ran every four hours for a day, of which one in a hundred is running. */
import { createSandbox } from '@syncline/sandbox';
import { ready } from '../harness/server.ts';

const [jobs = '1000'] = process.argv.slice(2);
const hour = 3_600_000;
const now = Date.now();
const history = Array.from({ length: Number(jobs) }, (_, job) =>
  Array.from({ length: 6 }, (_, run) => {
    const start = now - 60_000 - run * 4 * hour - Math.floor((job * 3 * hour) / Number(jobs));
    const isRunning = run === 0 && job % 100 === 0;
    return {
      historyid: `${job}-${run}`,
      jobname: `Job ${job}`,
      status: isRunning ? 'RUNNING' : job % 50 === 1 ? 'FAILED' : 'SUCCESS',
      runstartdate: new Date(start).toISOString(),
      ...(isRunning ? {} : { runenddate: new Date(start + 60_000).toISOString() }),
      recordsaffected: job,
      error: job % 50 === 1 ? 'The connection was refused' : '',
    };
  }),
).flat();
const sandbox = createSandbox({ data: { history } as never, life: false });
const { urls, credentials } = await sandbox.listen();
ready({ url: urls.odata, ...credentials.basic });
