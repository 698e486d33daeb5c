import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Service } from '../support/service.ts';
import { bundle } from './bundle.ts';
import { tryCell, type Cell } from './cell.ts';
import { expectAll } from './runtimes.ts';

/** Runs the smoke suite in workerd, which returns the results in the response to one request. */
export function runWorkerd(runtimes: string, consumer: string, service: Service): Promise<Cell> {
  return tryCell('workerd', async () => {
    await bundle(
      runtimes,
      consumer,
      'worker',
      `import { smoke } from './smoke.mjs';
export default { async fetch(request) {
  try { return Response.json(await smoke(await request.json())); } catch (error) { return new Response(String(error?.stack ?? error), { status: 500 }); }
} };`,
    );
    const port = await freePort();
    writeFileSync(
      join(consumer, 'workerd.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "2025-09-01");
`,
    );
    const child = spawn(join(runtimes, 'workerd/bin/workerd'), ['serve', 'workerd.capnp'], {
      cwd: consumer,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
    try {
      const answer = await untilAnswered(
        `http://127.0.0.1:${port}/`,
        JSON.stringify(service),
        () => child.exitCode !== null,
      );
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${text}\n${said}`);
      expectAll(JSON.parse(text));
    } finally {
      child.kill();
    }
    return undefined;
  });
}

/**
 * Runs the smoke suite in a blank page of Debian's Chromium. The CORS check is off, because the sandbox sends no CORS
 * headers to the origin `null`, which a blank page has.
 */
export function runChromium(
  runtimes: string,
  consumer: string,
  service: Service,
  executablePath = '/usr/bin/chromium',
): Promise<Cell> {
  return tryCell('Chromium', async () => {
    if (!existsSync(executablePath)) return 'there is no /usr/bin/chromium here (Debian: apt-get install chromium)';
    const file = await bundle(
      runtimes,
      consumer,
      'page',
      "import { smoke } from './smoke.mjs';\nglobalThis.smoke = smoke;\n",
    );
    const { chromium } = createRequire(join(runtimes, 'x.js'))('playwright-core') as {
      chromium: { launch(options: object): Promise<Browser> };
    };
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-web-security'] });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: readFileSync(file, 'utf8'), type: 'module' });
      await page.waitForFunction('globalThis.smoke');
      expectAll(await page.evaluate(`globalThis.smoke(${JSON.stringify(service)})`));
    } finally {
      await browser.close();
    }
    return undefined;
  });
}

interface Browser {
  newPage(): Promise<{
    addScriptTag(options: object): Promise<unknown>;
    waitForFunction(text: string): Promise<unknown>;
    evaluate(text: string): Promise<unknown>;
  }>;
  close(): Promise<void>;
}

async function untilAnswered(url: string, body: string, ended: () => boolean): Promise<Response> {
  for (let tries = 0; tries < 100 && !ended(); tries += 1) {
    const answer = await fetch(url, { method: 'POST', body }).catch(() => undefined);
    if (answer) return answer;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('workerd did not answer within 10 s');
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => done(port));
      });
  });
}
