import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The name of the Chromium program on this machine, or undefined if there is none. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** One page of a headless browser. */
export interface Page {
  /** Evaluates an expression in the page, awaits it and returns its JSON value. */
  evaluate<T>(expression: string): Promise<T>;
  /** Changes the width of the page in pixels and the preferred color scheme. */
  emulate(width: number, colors: 'light' | 'dark'): Promise<void>;
  /** All console errors of the page so far. */
  readonly consoleErrors: readonly string[];
  close(): Promise<void>;
}

/** Opens a page over the DevTools protocol. The few commands need no library. */
export async function openPage(url: string): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'syncline-'));
  const browser = spawn(
    chromium!,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const { port } = new URL(await announced(browser));
  const target = (await (
    await fetch(`http://127.0.0.1:${port}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' })
  ).json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (message: Message) => void>();
  const consoleErrors: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'Runtime.exceptionThrown' || message.method === 'Log.entryAdded')
      consoleErrors.push(JSON.stringify(message.params));
  });
  let id = 0;
  const send = (method: string, params: object = {}): Promise<Message> => {
    socket.send(JSON.stringify({ id: ++id, method, params }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  await send('Runtime.enable');
  await send('Log.enable');
  // The tab exists before its page, and shows about:blank until the page is there.
  const expression = `location.href !== 'about:blank' && document.readyState === 'complete'`;
  while ((await send('Runtime.evaluate', { expression })).result?.result?.value !== true);
  return {
    consoleErrors,
    async evaluate<T>(expression: string) {
      const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (result?.exceptionDetails !== undefined) throw new Error(JSON.stringify(result.exceptionDetails));
      return result?.result?.value as T;
    },
    async emulate(width, colors) {
      const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: false };
      await send('Emulation.setDeviceMetricsOverride', metrics);
      const features = [
        { name: 'prefers-color-scheme', value: colors },
        // Without this, colors are still in transition when a test reads them.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ];
      await send('Emulation.setEmulatedMedia', { features });
    },
    async close() {
      socket.close();
      const gone = once(browser, 'exit');
      browser.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: unknown };
}

async function announced(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface(browser.stderr!)) {
    const match = /DevTools listening on (ws:\S+)/.exec(line);
    if (match !== null) return match[1]!;
  }
  throw new Error('the browser did not start');
}
