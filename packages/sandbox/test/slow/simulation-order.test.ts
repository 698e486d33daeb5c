import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import { get } from '../support/sandbox.ts';

const start = '2026-03-01T10:07:30Z';
const openGenerated = (): Sandbox => {
  const sandbox = createSandbox({ clock: { start } });
  onTestFinished(() => sandbox.close());
  return sandbox;
};
/** Everything that a client can read about the simulated runs. */
async function everything(sandbox: Sandbox): Promise<string[]> {
  const { job_id, transformation_id, task_id } = sandbox.examples;
  return [
    (await get(sandbox, 'odata', '/history')).text,
    (await get(sandbox, 'v2', `/v2/jobs/${job_id}/status`)).text,
    (await get(sandbox, 'v2', `/v2/transformations/${transformation_id}/tasks/${task_id}/history`)).text,
  ];
}

describe('generated data', () => {
  it('is the same, no matter when it is first requested', async () => {
    const [early, late] = [openGenerated(), openGenerated()];
    const before = await everything(early);
    for (const sandbox of [early, late]) sandbox.clock.advance('9h');
    const after = await everything(early);
    expect(after).not.toEqual(before);
    expect(await everything(late)).toEqual(after);
  });

  it('is the same after a reset, whether it was requested before or not', async () => {
    const [looked, fresh] = [openGenerated(), openGenerated()];
    await everything(looked);
    for (const sandbox of [looked, fresh]) {
      sandbox.clock.advance('3h');
      sandbox.reset();
      sandbox.clock.advance('1h');
    }
    expect(await everything(fresh)).toEqual(await everything(looked));
  });
});
