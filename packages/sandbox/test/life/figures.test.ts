import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

async function day(steps: readonly string[]): Promise<{ seconds: number; bytes: string; rows: number }> {
  const sandbox = createSandbox({
    seed: 3,
    scale: { jobs: 500, history: 1000 },
    clock: { start: '2026-03-01T00:00:00Z' },
  });
  const begun = performance.now();
  for (const step of steps) sandbox.clock.advance(step);
  const seconds = (performance.now() - begun) / 1000;
  const { headerName, value } = sandbox.credentials.apiKey;
  const text = await (
    await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { [headerName]: value } })
  ).text();
  await sandbox.close();
  return {
    seconds,
    bytes: createHash('sha256').update(text).digest('hex'),
    rows: (JSON.parse(text) as { value: unknown[] }).value.length,
  };
}

describe('24 hours of 500 jobs', () => {
  it('pass in under five seconds, and in the same way each time, at once or by the hour', async () => {
    const first = await day(['24h']);
    const second = await day(['24h']);
    const hourly = await day(Array.from({ length: 24 }, () => '1h'));
    console.log(
      `24 h of 500 jobs: ${first.seconds.toFixed(2)} s and ${second.seconds.toFixed(2)} s at once, ${hourly.seconds.toFixed(2)} s by the hour; ${first.rows - 1000} runs`,
    );
    expect(first.rows).toBeGreaterThan(5000);
    expect(second.bytes).toBe(first.bytes);
    expect(hourly.bytes).toBe(first.bytes);
    expect(Math.max(first.seconds, second.seconds, hourly.seconds)).toBeLessThan(5);
  });
});
