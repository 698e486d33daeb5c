import { afterEach, expect, test } from 'vitest';
import { type RemoteLoop, startLoop } from '../src/harness/remote-loop.ts';

const script = new URL('fixtures/measure-itself.ts', import.meta.url);
const settings = { rounds: 1, slotMs: 2, quick: true, only: [] };
const started: RemoteLoop[] = [];

async function start(name: string): Promise<RemoteLoop> {
  const loop = await startLoop({ name, version: '1.2.3', isBound: true }, script, []);
  started.push(loop);
  return loop;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((loop) => loop.close()));
});

test('a contender is measured in a process of its own, and keeps its name there', async () => {
  const [a, b] = [await start('a'), await start('b')];
  const sampler = a.sampler('count', settings, { work: 2 });
  expect(sampler).toMatchObject({ name: 'a', version: '1.2.3', isBound: true });
  for (const { sample } of [sampler, b.sampler('count', settings), sampler]) {
    const { rate, cpu } = await sample();
    expect(rate).toBeGreaterThan(0);
    expect(cpu).toBeGreaterThanOrEqual(0);
  }
});

test('work that the process does not have ends it, and the question is answered with an error', async () => {
  const loop = await start('a');
  await expect(loop.sampler('unknown', settings).sample()).rejects.toThrow('measure-itself.ts ended with code 1');
});
