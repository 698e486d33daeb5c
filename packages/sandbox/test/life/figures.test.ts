import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

async function day(): Promise<{ seconds: number; bytes: string; rows: number }> {
  const sandbox = createSandbox({ seed: 3, scale: { jobs: 500, history: 1000 }, clock: { start: '2026-03-01T00:00:00Z' } });
  const begun = performance.now();
  sandbox.clock.advance('24h');
  const seconds = (performance.now() - begun) / 1000;
  const { headerName, value } = sandbox.credentials.apiKey;
  const text = await (await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { [headerName]: value } })).text();
  await sandbox.close();
  return { seconds, bytes: createHash('sha256').update(text).digest('hex'), rows: (JSON.parse(text) as { value: unknown[] }).value.length };
}

describe('24 hours of 500 jobs', () => {
  it('pass in under five seconds, and in the same way each time', async () => {
    const first = await day();
    const second = await day();
    console.log(`24 h of 500 jobs: ${first.seconds.toFixed(2)} s and ${second.seconds.toFixed(2)} s, ${first.rows - 1000} runs`);
    expect(first.rows).toBeGreaterThan(5000);
    expect(second.bytes).toBe(first.bytes);
    expect(Math.max(first.seconds, second.seconds)).toBeLessThan(5);
  });
});
