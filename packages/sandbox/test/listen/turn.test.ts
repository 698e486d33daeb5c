import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { createTurn } from '../../src/listen/turn.ts';

it('delivers what a turn brought together and in its order, and what was flushed not again', async () => {
  const delivered: (readonly number[])[] = [];
  const turn = createTurn<number>((items) => delivered.push(items));
  turn.add(1);
  turn.add(2);
  expect(delivered).toEqual([]);
  turn.flush();
  expect(delivered).toEqual([[1, 2]]);
  turn.add(3);
  await new Promise(setImmediate);
  turn.flush();
  expect(delivered).toEqual([[1, 2], [3]]);
});

it('a sandbox answers a test whose timers are fake', async () => {
  const sandbox = createSandbox({ data: { jobs: [{ JobName: 'mine' }] } });
  onTestFinished(() => sandbox.close());
  const { urls, credentials: { apiKey } } = await sandbox.listen();
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const response = await fetch(`${urls.odata}/jobs('mine')`, { headers: { [apiKey.headerName]: apiKey.value } });
  expect(await response.json()).toEqual({ JobName: 'mine' });
});
