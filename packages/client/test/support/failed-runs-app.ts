import type { ListeningSandbox, Sandbox } from '@syncline/sandbox';
import { createSandbox } from '@syncline/sandbox';
import { preview } from 'vite';
import { expect, onTestFinished } from 'vitest';
import { openPage } from '../../../sandbox/test/slow/browser.ts';

const run = (runstartdate: string, connectorid: string, details: string) => ({ runstartdate, connectorid, details });

/** A service with three runs, of which two failed. */
export async function serviceWithFailedRuns(): Promise<{ sandbox: Sandbox; served: ListeningSandbox }> {
  const sandbox = createSandbox({
    data: {
      history: [
        run('2026-01-01T00:00:00Z', 'shop', 'Failed: no route to host'),
        run('2026-01-02T00:00:00Z', 'crm', 'Succeeded'),
        run('2026-01-03T00:00:00Z', 'crm', 'Failed: <b>timeout</b>'),
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, served: await sandbox.listen() };
}

/**
 * Serves a built page, passes its requests below `/odata` to the service with a credential that the page does not have,
 * and opens it in a browser.
 */
export async function openApp(folder: string, { urls, credentials }: ListeningSandbox) {
  const { username, password } = credentials.basic;
  const { pathname, origin } = new URL(urls.odata);
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { outDir: '.' },
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
  });
  onTestFinished(() => server.close());
  const page = await openPage(server.resolvedUrls?.local[0] ?? '');
  onTestFinished(() => page.close());
  return {
    page,
    /** Waits until the page shows a text. */
    shows: (text: string) =>
      expect.poll(() => page.evaluate('document.body.innerText'), { timeout: 30_000 }).toContain(text),
    rows: () => page.evaluate<string[]>(`[...document.querySelectorAll('li')].map((row) => row.textContent.trim())`),
    click: (text: string) =>
      page.evaluate(
        `[...document.querySelectorAll('button')].find((each) => each.textContent === ${JSON.stringify(text)}).click()`,
      ),
  };
}
