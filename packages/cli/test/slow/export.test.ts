import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const count = 100_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const until = start + count * 30_000;
let folder: string;
let sandbox: Sandbox;

function* history() {
  for (let index = 0; index < count; index += 1)
    yield {
      historyid: `r${String(index).padStart(7, '0')}`,
      jobname: `Job ${index % 50}`,
      status: index % 7 === 0 ? 'FAILED' : 'SUCCESS',
      runstartdate: new Date(start + index * 30_000).toISOString(),
      recordsaffected: index,
      details: 'x'.repeat(200),
    };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'syncline-export-'));
  sandbox = createSandbox({
    data: { history: history() },
    clock: { start: new Date(until).toISOString() },
    life: false,
  });
  const { urls, credentials } = await sandbox.listen();
  vi.stubEnv('SYNC_PASSWORD', credentials.basic.password);
  writeFileSync(
    join(folder, 'syncline.yaml'),
    `environments:
  production:
    odata: { url: ${urls.odata}, credential: { basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, rows: recordsaffected, timeZone: UTC }
`,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Starts an export of all runs, with a small heap. */
function begin(out: string) {
  const times = ['--since', '2026-01-01T00:00:00Z', '--until', new Date(until).toISOString()];
  const flags = ['--conditions=@syncline/source', '--no-warnings', '--max-old-space-size=128'];
  const child = spawn(process.execPath, [...flags, bin, 'export', '--out', out, ...times], {
    cwd: folder,
    env: process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  return { child, texts, ended: once(child, 'close') as Promise<[number | null]> };
}

async function complete(out: string): Promise<{ readonly out: string; readonly err: string }> {
  const { texts, ended } = begin(out);
  expect((await ended)[0], texts.err).toBe(0);
  return texts;
}

const keysIn = (file: string): string[] => [...readFileSync(file, 'utf8').matchAll(/r\d{7}(?=,)/g)].map(([key]) => key);

describe(`${count} runs, with a heap of 128 MB`, () => {
  test('are exported whole, with the progress on stderr', async () => {
    const out = join(folder, 'whole.csv');
    const { out: text, err } = await complete(out);
    expect(text).toMatch(/^Wrote 100,000 runs from 2026-01-01T00:00:00Z until /);
    expect(err).toMatch(/^(Exporting: [\d,]+ runs read · [\d,]+ a second · \d+ % of the time( · about .+ left)?\n)+$/);
    const keys = keysIn(out);
    expect(keys.length).toBe(count);
    expect(new Set(keys).size).toBe(count);
  });

  test.each([0, 2, 7])('continue after a kill at page %i: the file is the same', async (page) => {
    const out = join(folder, `killed-${page}.csv`);
    const before = sandbox.requests.length;
    // The page is delayed, so that the process is killed while it waits for it.
    sandbox.faults.add({ operation: 'listHistory', after: page, times: 1, delay: '10m' });
    const { child, ended } = begin(out);
    await vi.waitFor(() => expect(sandbox.requests.length).toBe(before + page + 1), { timeout: 60_000, interval: 5 });
    child.kill('SIGKILL');
    await ended;
    sandbox.faults.clear();
    expect(existsSync(out)).toBe(false);
    const { err } = await complete(out);
    expect(err).toContain('Continuing the export that began');
    expect(readFileSync(out).equals(readFileSync(join(folder, 'whole.csv')))).toBe(true);
  });

  test('continue after kills while pages are written', async () => {
    const out = join(folder, 'torn.csv');
    const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
    for (let kills = 0; kills < 4; kills += 1) {
      const size = sizeOf(`${out}.part`);
      const { child, ended } = begin(out);
      await vi.waitFor(() => expect(sizeOf(`${out}.part`)).toBeGreaterThan(size), { timeout: 60_000, interval: 0 });
      child.kill('SIGKILL');
      await ended;
    }
    await complete(out);
    expect(readFileSync(out).equals(readFileSync(join(folder, 'whole.csv')))).toBe(true);
  });
});
