import { expect, it } from 'vitest';
import { RecordStream } from '../../src/decode/record-stream.ts';

const done = { done: true, value: undefined };
const streamOf = (...batches: number[][]) =>
  new RecordStream(async function* () {
    yield* batches;
  });

it('gives the records of all batches in order, and then ends on every further call', async () => {
  const stream = streamOf([1, 2], [], [3]);
  const found = [await stream.next(), await stream.next(), await stream.next()];
  expect(found.map(({ value }) => value)).toEqual([1, 2, 3]);
  expect([await stream.next(), await stream.next(), await stream.next()]).toEqual([done, done, done]);
});

it('gives each of several waiting readers a different record', async () => {
  const stream = streamOf([1], [2, 3]);
  const found = await Promise.all([stream.next(), stream.next(), stream.next(), stream.next()]);
  expect(found.map(({ value }) => value)).toEqual([1, 2, 3, undefined]);
});

it('gives nothing more after its reader has left, not even a pending record', async () => {
  let arrive: (batch: number[]) => void = () => {};
  const stream = new RecordStream<number>(async function* () {
    yield [1, 2];
    yield await new Promise<number[]>((resolve) => (arrive = resolve));
  });
  await stream.next();
  await stream.next();
  const waiting = stream.next();
  const left = stream.return();
  arrive([3]);
  expect(await left).toEqual(done);
  expect([await waiting, await stream.next(), await stream.next()]).toEqual([done, done, done]);
});
