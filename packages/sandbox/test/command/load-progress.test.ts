import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLoadProgress } from '../../src/command/run.ts';
import { openSandbox } from '../support/sandbox.ts';

function progress(): { text: () => string; at: (ms: number) => void; load: ReturnType<typeof createLoadProgress> } {
  let text = '';
  let now = 500;
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { text: () => text, at: (ms) => (now = 500 + ms), load: createLoadProgress(stderr, () => now) };
}

it('a load that takes over a second reports each second and its end', () => {
  const { text, at, load } = progress();
  for (const [ms, records] of [
    [400, 10_000],
    [1000, 250_000],
    [1900, 400_000],
    [2500, 600_000],
  ] as const) {
    at(ms);
    load.records(records);
  }
  at(3100);
  load.records(700_000);
  load.end();
  expect(text()).toBe(
    'syncline-sandbox: 250,000 history records loaded after 1.0 s\n' +
      'syncline-sandbox: 600,000 history records loaded after 2.5 s\n' +
      'syncline-sandbox: 700,000 history records loaded in 3.1 s\n',
  );
});

it('a large data file is reported while its outline is read', () => {
  const { text, at, load } = progress();
  at(1200);
  load.bytes(250_000_000);
  at(1900);
  load.bytes(300_000_000);
  load.records(10_000);
  at(2600);
  load.records(90_000);
  load.end();
  expect(text()).toBe(
    'syncline-sandbox: 250 MB of the data file read after 1.2 s\n' +
      'syncline-sandbox: 90,000 history records loaded after 2.6 s\n' +
      'syncline-sandbox: 90,000 history records loaded in 2.6 s\n',
  );
});

it('a short load reports nothing', () => {
  const { text, at, load } = progress();
  at(900);
  load.records(10_000);
  load.end();
  expect(text()).toBe('');
});

it('the sandbox counts the history records that it has loaded', () => {
  const counts: number[] = [];
  const history = Array.from({ length: 20_001 }, (_, n) => ({ n }));
  openSandbox({ data: { history }, onProgress: (records) => counts.push(records) });
  expect(counts).toEqual([10_000, 20_000, 20_001]);
});
