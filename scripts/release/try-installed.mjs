// Run by the rehearsal in an empty project: calls a sandbox with the installed client, and the installed program.
// Prints the version of the program, and `called` if everything has worked.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';

const sandbox = await createSandbox();
const { urls, credentials, close } = await sandbox.listen({ port: 0 });
const odata = createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic) });
const runs = await odata.history.list({ filter: (h) => h.runstartdate.gt(new Date(0)), select: ['runstartdate'] });

writeFileSync(
  'syncline.yaml',
  `environments:
  sandbox:
    odata: { url: '${urls.odata}', credential: { basic: { username: '${credentials.basic.username}', password: { env: SYNC_PASSWORD } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, timeZone: UTC }
`,
);
/** The sandbox runs in this process, so it must not wait for the program. */
const syncline = async (...args) => {
  const env = { ...process.env, SYNC_PASSWORD: credentials.basic.password };
  return (await promisify(execFile)('node_modules/.bin/syncline', args, { env })).stdout.trim();
};
const version = await syncline('--version');
const help = await syncline('status', '--help');
const checked = await syncline('config', 'check');
const seen = JSON.parse(await syncline('status', '--since', '2000-01-01T00:00:00Z', '--json'));
await close();
await sandbox.close();

const isRight =
  runs.length > 0 && help.startsWith('Usage: syncline status') && checked.includes('can be used') && seen.length > 0;
console.log(`${version} ${isRight ? 'called' : JSON.stringify({ runs: runs.length, help, checked, seen })}`);
