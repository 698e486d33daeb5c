import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// The processes run the sources instead of a build. Node runs with its default settings.
const script = (name: string) => ['--conditions=@syncline/source', fileURLToPath(new URL(name, import.meta.url))];

it.each([
  [200, 'plain', 'fetch'],
  [600, 'plain', 'fetch'],
  [600, 'plain', 'the Node transport'],
  [600, 'braces', 'fetch'],
])('reads %i MB of history (%s) over %s while memory grows by less than 64 MB', async (megabytes, texts, transport) => {
  const server = spawn(process.execPath, [...script('large-history-server.ts'), String(megabytes), texts], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...script('read-large-history.ts'),
      line.toString().trim(),
      transport,
    ]);
    const { count, expected, growth, first } = JSON.parse(stdout) as Record<
      'count' | 'expected' | 'growth' | 'first',
      number
    >;
    expect(count).toBe(expected);
    expect(count).toBeGreaterThan(megabytes * 5000);
    expect(growth).toBeLessThan(64);
    expect(first).toBeLessThan(80);
  } finally {
    server.stdin.end();
  }
});
