import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '@syncline/sandbox';
import { folderWith } from './folder.ts';

/**
 * A sandbox that listens, and a configuration for it.
 *
 * @param more - additional entries of the configuration
 */
export async function monitorConfig(store: string, options: SandboxOptions = {}, more = '') {
  const sandbox = createSandbox({ seed: 7, scale: { jobs: 12, history: 600 }, edgeCases: false, ...options });
  const { urls, credentials } = await sandbox.listen();
  const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
  const folder = folderWith({
    'syncline.yaml': `environments:
  production:
    odata: { url: ${urls.odata}, credential: ${credential} }
    v2: { url: ${urls.v2}, credential: ${credential} }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 6h, errorAfter: 30d }]
store: ${store}
${more}`,
  });
  return {
    sandbox,
    folder,
    file: join(folder, 'syncline.yaml'),
    variables: { SYNC_PASSWORD: credentials.basic.password },
  };
}
