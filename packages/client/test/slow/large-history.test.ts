import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = (name: string) => ['--conditions=@syncline/source', '--expose-gc', fileURLToPath(new URL(name, import.meta.url))];

// V8 lets its nursery grow to three times 32 MB over a long run, whatever is in it; 16 MB is what it was up to Node 22.
it.each([200, 600])('reads %i MB of history in memory that does not grow with it', async (megabytes) => {
  const server = spawn(process.execPath, [...script('large-history-server.ts'), String(megabytes)], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=16', ...script('read-large-history.ts'), line.toString().trim()]);
    const { count, growth, first } = JSON.parse(stdout) as { count: number; growth: number; first: number };
    expect(count % 5000).toBe(0);
    expect(count).toBeGreaterThan(megabytes * 5000);
    expect(growth).toBeLessThan(64);
    // From the sending of the request, so the first byte's own delay is in it.
    expect(first).toBeLessThan(250);
  } finally {
    server.stdin.end();
  }
});
