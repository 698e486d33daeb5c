import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

async function day(steps: readonly string[]): Promise<{ bytes: string; rows: number }> {
  const sandbox = createSandbox({
    seed: 3,
    scale: { jobs: 500, history: 1000 },
    clock: { start: '2026-03-01T00:00:00Z' },
  });
  for (const step of steps) sandbox.clock.advance(step);
  const { headerName, value } = sandbox.credentials.apiKey;
  const text = await (
    await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { [headerName]: value } })
  ).text();
  await sandbox.close();
  return {
    bytes: createHash('sha256').update(text).digest('hex'),
    rows: (JSON.parse(text) as { value: unknown[] }).value.length,
  };
}

describe('24 hours of 500 jobs', () => {
  it('give the same records each time, at once or by the hour', async () => {
    const first = await day(['24h']);
    const second = await day(['24h']);
    const hourly = await day(Array.from({ length: 24 }, () => '1h'));
    expect(first.rows).toBeGreaterThan(5000);
    expect(second.bytes).toBe(first.bytes);
    expect(hourly.bytes).toBe(first.bytes);
  });
});
