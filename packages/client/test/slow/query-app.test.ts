import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@syncline/sandbox';
import { build, type InlineConfig, preview } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { chromium, openPage } from '../../../sandbox/test/slow/browser.ts';

if (chromium === undefined)
  console.log('The app of failed runs was not seen in a browser: there is no chromium on this machine.');

const run = (runstartdate: string, connectorid: string, details: string) => ({ runstartdate, connectorid, details });

it.skipIf(chromium === undefined)('an app with React, Vite and TanStack Query lists the failed runs', async () => {
  const sandbox = createSandbox({
    data: {
      history: [
        run('2026-01-01T00:00:00Z', 'shop', 'Failed: no route to host'),
        run('2026-01-02T00:00:00Z', 'crm', 'Succeeded'),
        run('2026-01-03T00:00:00Z', 'crm', 'Failed: <b>timeout</b>'),
      ],
    },
  });
  const { urls, credentials } = await sandbox.listen();
  const folder = mkdtempSync(join(tmpdir(), 'syncline-app-'));
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const { username, password } = credentials.basic;
  const { pathname, origin } = new URL(urls.odata);
  const config: InlineConfig = {
    root: fileURLToPath(new URL('../query/app', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@syncline/source', 'module', 'browser', 'production'] },
    build: { outDir: folder },
    preview: {
      host: '127.0.0.1',
      port: 0,
      proxy: {
        '/odata': {
          target: origin,
          rewrite: (path: string) => path.replace('/odata', pathname),
          headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
        },
      },
    },
  };
  vi.stubEnv('NODE_ENV', 'production');
  await build(config);
  vi.unstubAllEnvs();
  const server = await preview(config);
  onTestFinished(() => server.close());
  const page = await openPage(server.resolvedUrls?.local[0] ?? '');
  onTestFinished(() => page.close());
  const shows = (text: string) =>
    expect.poll(() => page.evaluate('document.body.innerText'), { timeout: 30_000 }).toContain(text);
  const rows = () => page.evaluate<string[]>(`[...document.querySelectorAll('li')].map((row) => row.textContent)`);
  const click = (text: string) =>
    page.evaluate(
      `[...document.querySelectorAll('button')].find((each) => each.textContent === ${JSON.stringify(text)}).click()`,
    );

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
