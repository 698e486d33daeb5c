import { expect, test } from 'vitest';
import { yieldToOthers } from '../src/pause.ts';

test('each turn of the event loop resumes one of the pieces of work that wait, in order', async () => {
  let turn = 0;
  const timer = setInterval(() => (turn += 1), 0);
  const resumed: { readonly name: string; readonly turn: number }[] = [];
  let isFirst = true;
  const piece = async (name: string): Promise<void> => {
    for (let step = 0; step < 3; step += 1) {
      await yieldToOthers();
      // The timer is due in each turn after this.
      if (!isFirst) expect(turn).toBeGreaterThan(resumed.at(-1)?.turn ?? 0);
      isFirst = false;
      resumed.push({ name, turn });
      const end = performance.now() + 3;
      while (performance.now() < end);
    }
  };
  await Promise.all(['one', 'two', 'three'].map(piece));
  clearInterval(timer);
  const names = ['one', 'two', 'three'];
  expect(resumed.map(({ name }) => name)).toEqual([...names, ...names, ...names]);
});
