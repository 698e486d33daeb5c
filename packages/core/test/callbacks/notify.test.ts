import { expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import { notify } from '../../src/callbacks/guard-callback.ts';

const failure = new Error('the listener is broken');

it('tells the listener', () => {
  const told: unknown[] = [];
  notify((event) => told.push(event), 'a');
  expect(told).toEqual(['a']);
});

it.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw failure;
    },
  ],
  ['rejects', async () => Promise.reject(failure)],
  ['returns null', () => null],
])('is not affected by a listener that %s', async (_, listener) => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', record);
  notify(listener, 'a');
  await settled();
  await settled();
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
});
