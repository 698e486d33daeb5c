import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { get } from '../support/sandbox.ts';
const start = '2026-03-01T00:00:00Z';

describe('the behavior of the service', () => {
  it.each([
    { appear: 'end' as const },
    { lateUpdates: '7h' },
    { appear: 'end' as const, lateUpdates: '90m' },
  ])('the records of %j do not depend on the steps of the clock', async (behavior) => {
    const options = { seed: 3, scale: { jobs: 12, history: 50 }, clock: { start }, behavior };
    const [once, often] = [createSandbox(options), createSandbox(options)];
    once.life!.settle();
    often.life!.settle();
    once.clock.advance('3d');
    for (let hours = 0; hours < 72; hours++) often.clock.advance('1h');
    const all = await Promise.all([once, often].map((sandbox) => get(sandbox, 'odata', '/history')));
    expect(all[0]!.body.value.length).toBeGreaterThan(100);
    expect(all[0]!.text).toBe(all[1]!.text);
    await Promise.all([once.close(), often.close()]);
  });
});
