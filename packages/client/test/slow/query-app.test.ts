import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { chromium } from '../../../sandbox/test/slow/browser.ts';
import { openApp, serviceWithFailedRuns } from '../support/failed-runs-app.ts';

if (chromium === undefined)
  console.log('The app of failed runs was not seen in a browser: there is no chromium on this machine.');

it.skipIf(chromium === undefined)('an app with React, Vite and TanStack Query lists the failed runs', async () => {
  const { sandbox, served } = await serviceWithFailedRuns();
  const folder = mkdtempSync(join(tmpdir(), 'syncline-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    root: fileURLToPath(new URL('../query/app', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@syncline/source', 'module', 'browser', 'production'] },
    build: { outDir: folder },
  });
  vi.unstubAllEnvs();
  const { page, shows, rows, click } = await openApp(folder, served);

  await shows('2 failed runs');
  expect(await rows()).toEqual(['crmFailed: <b>timeout</b>', 'shopFailed: no route to host']);
  await click('shop');
  await shows('1 failed runs');
  expect(await rows()).toEqual(['shopFailed: no route to host']);
  expect(sandbox.requests).toHaveLength(2);
  expect(page.consoleErrors).toEqual([]);
  // Neither the client nor TanStack Query repeats a refused call.
  sandbox.faults.next('listHistory', { status: 403 });
  await click('Refresh');
  await shows('The service responded with 403');
  expect(sandbox.requests).toHaveLength(3);
});
