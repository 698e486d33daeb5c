import { expect, it } from 'vitest';
import { bundleScript } from '../../src/harness/bundle-script.ts';
import { runScript } from '../../src/harness/child.ts';
import { tickFlags } from '../../src/runs/tick-flags.ts';

const { RUNS_TICKS: ticks = '1000000', RUNS_STORED: stored = '1000000' } = process.env;

interface Memory {
  readonly ticks: number;
  readonly firstHalfMiB: number;
  readonly secondHalfMiB: number;
  readonly peakMiB: number;
}

it(`${ticks} polls on a store with ${stored} runs take no memory`, async () => {
  const script = new URL('../../src/runs/tick-many.ts', import.meta.url);
  const found = await bundleScript(script, (bundled) => runScript<Memory>(bundled, [ticks, stored], tickFlags));
  console.log(found);
  expect(found.ticks).toBe(Number(ticks));
  expect(found.secondHalfMiB).toBeLessThan(found.firstHalfMiB + 1);
  expect(found.peakMiB).toBeLessThanOrEqual(150);
});
