import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@syncline/core/internal';
import { openEnvironment } from '@syncline/ops';
import { report } from '../../../cli/src/commands/report.ts';
import { createSandbox } from '@syncline/sandbox';

const now = Date.parse('2026-03-02T06:00:00Z');

/** The page that `syncline report` writes about a sandbox whose clock stands still. */
export async function sandboxReport(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-picture-'));
  const sandbox = createSandbox({ clock: { start: new Date(now) }, seed: 7, edgeCases: false });
  try {
    const { username, password } = sandbox.credentials.basic;
    const credential = `{ basic: { username: ${username}, password: { env: SYNC_PASSWORD } } }`;
    const file = join(folder, 'syncline.yaml');
    writeFileSync(
      file,
      `environments:
  production: { odata: { url: ${sandbox.urls.odata}, credential: ${credential} } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 26h, errorAfter: 50h }]
`,
    );
    const environment = await openEnvironment({
      file,
      variables: { SYNC_PASSWORD: password },
      fetch: sandbox.fetch,
    });
    const out = join(folder, 'report.html');
    const quiet = () => undefined;
    const output = {
      format: 'table' as const,
      fields: undefined,
      view: { width: undefined, colored: false, now },
      write: quiet,
      note: quiet,
      progress: quiet,
    };
    const { signal } = new AbortController();
    const selection = { job: undefined, since: '7d', from: 'service', sinceReport: undefined } as const;
    await report.run(
      { out, failOn: 'never', definitions: true, ...selection },
      { environment, clock: { ...systemClock, date: () => now }, signal, output },
    );
    return readFileSync(out, 'utf8');
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
