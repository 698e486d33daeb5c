import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildStage, stageWorkspace } from '../../../../scripts/ship/stage.ts';
import { pack } from '../../../../scripts/ship/tarball.ts';
import { chromium } from '../../../sandbox/test/slow/browser.ts';
import { openApp, serviceWithFailedRuns } from '../support/failed-runs-app.ts';

const run = promisify(execFile);
const tarballs: string[] = [];
let folder: string;
/** Neither program may ask a question or send statistics. */
const env = {
  ...process.env,
  NODE_ENV: 'production',
  CI: '1',
  NG_CLI_ANALYTICS: 'false',
  NEXT_TELEMETRY_DISABLED: '1',
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'syncline-frameworks-'));
  const stage = stageWorkspace();
  try {
    buildStage(stage);
    for (const name of ['core', 'openapi', 'odata', 'auth', 'client'])
      tarballs.push(pack(join(stage, 'packages', name), folder).file);
  } finally {
    rmSync(stage, { recursive: true });
  }
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

/** Copies a project, installs its packages and the packed ones of this repository, and builds it. */
async function buildProject(name: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const project = join(folder, name);
  cpSync(fileURLToPath(new URL(`projects/${name}`, import.meta.url)), project, { recursive: true });
  const options = { cwd: project, env: { ...env, ...variables } };
  await run('npm', ['install', '--include=dev', '--no-audit', '--no-fund', '--silent', ...tarballs], options);
  await run('npm', ['run', 'build'], options);
  return project;
}

describe('a project with', () => {
  it('Next.js reads the failed runs for each request, unless its cache is allowed', async () => {
    const { sandbox, served } = await serviceWithFailedRuns();
    const { username, password } = served.credentials.basic;
    const variables = { SYNC_ODATA_URL: served.urls.odata, SYNCLINE_USERNAME: username, SYNCLINE_PASSWORD: password };
    const project = await buildProject('next', variables);
    // Only the page that may be answered from a cache is written by the build.
    expect(sandbox.requests).toHaveLength(1);
    const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', '0'], {
      cwd: project,
      env: { ...env, ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
    });
    let url = '';
    for await (const line of createInterface(server.stdout)) {
      url = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? url;
      if (line.includes('Ready')) break;
    }
    /** The text of a page, and how many requests it made to the service. */
    const visit = async (path: string): Promise<[text: string, requests: number]> => {
      const before = sandbox.requests.length;
      const page = await fetch(url + path, { headers: { cookie: `password=${password}` } });
      return [await page.text(), sandbox.requests.length - before];
    };
    for (let count = 1; count <= 2; count++) {
      for (const path of ['', '/plain', '/revalidate', '/cookie'])
        expect([path, ...(await visit(path))]).toEqual([path, expect.stringContaining('2 failed runs'), 1]);
      expect(await visit('/allowed')).toEqual([expect.stringContaining('2 failed runs'), 0]);
      const [list, requests] = await visit('/api/failed-runs');
      expect([(JSON.parse(list) as { connectorid: string }[]).map((run) => run.connectorid), requests]).toEqual([
        ['crm', 'shop'],
        1,
      ]);
    }
    expect((await visit(''))[0]).toContain('crm: Failed: &lt;b&gt;timeout&lt;/b&gt;');
    sandbox.faults.next('listHistory', { status: 403 });
    const refused = await fetch(`${url}/api/failed-runs`);
    expect([refused.status, await refused.json()]).toEqual([502, { status: 403 }]);
  });

  it.skipIf(chromium === undefined)('Angular and zone.js shows the failed runs, and shows them again', async () => {
    const project = await buildProject('angular');
    const { sandbox, served } = await serviceWithFailedRuns();
    const { page, shows, rows, click } = await openApp(join(project, 'dist/browser'), served);
    await shows('2 failed runs');
    expect(await rows()).toEqual(['shop: Failed: no route to host', 'crm: Failed: <b>timeout</b>']);
    expect(page.consoleErrors).toEqual([]);
    expect(await page.evaluate('typeof Zone')).toBe('function');
    sandbox.faults.next('listHistory', { status: 403 });
    await click('Refresh');
    await shows('The service responded with 403');
    expect(sandbox.requests).toHaveLength(2);
  });
});

if (chromium === undefined) console.log('Angular was not tried: there is no chromium on this machine.');
