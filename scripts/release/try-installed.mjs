// Run by the rehearsal in an empty project: calls a sandbox with the installed client, and the installed program. Prints
// the version of the program.
import { execFileSync } from 'node:child_process';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { createSandbox } from '@syncline/sandbox';

const sandbox = await createSandbox();
const { urls, credentials, close } = await sandbox.listen({ port: 0 });
const odata = createODataClient({ baseUrl: urls.odata, credential: basic(credentials.basic) });
const runs = await odata.history.list({ filter: (h) => h.runstartdate.gt(new Date(0)), select: ['runstartdate'] });
await close();
await sandbox.close();
const version = execFileSync('node_modules/.bin/syncline', ['--version'], { encoding: 'utf8' }).trim();
console.log(`${version} ${runs.length > 0 ? 'called' : 'without a run'}`);
