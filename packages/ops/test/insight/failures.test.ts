import { expect, test } from 'vitest';
import { groupFailures } from '../../src/insight/failures.ts';
import { causes, messages, runOf } from '../support/failures.ts';

const all = Object.values(messages);

test('50 failures of 4 causes are 4 groups by their fingerprints alone', () => {
  // Each round uses one message for each cause, with different ids, numbers, times and names in each failure.
  for (let way = 0; way < 5; way += 1) {
    const runs = Array.from({ length: 50 }, (_, n) => {
      const ways = all[n % 4] ?? [];
      return runOf(`r${n}`, { job: `Job ${n % 7}`, error: ways[way % ways.length]?.(n) ?? '' });
    });
    const groups = groupFailures(runs);
    expect(groups.map(({ fingerprints }) => fingerprints.map(({ template }) => template))).toHaveLength(4);
    expect(groups.map(({ count }) => count)).toEqual([13, 13, 12, 12]);
    expect(groups.map(({ cause }) => cause.origin)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  }
});

test('50 failures of 4 causes in several languages are 4 groups by the rules, and failures without a matching rule are unknown', () => {
  const runs = Array.from({ length: 50 }, (_, n) => {
    const ways = all[n % 4] ?? [];
    return runOf(`r${n}`, { start: n, error: ways[(n >> 2) % ways.length]?.(n) ?? '' });
  });
  const groups = groupFailures(runs, causes);
  expect(groups.map(({ cause, count }) => `${cause.origin} ${cause.type} ${count}`).sort()).toEqual([
    'credential login 13',
    'destination space 12',
    'network timeout 13',
    'source schema 12',
  ]);
  const [timeouts] = groups.filter(({ cause }) => cause.type === 'timeout');
  expect(timeouts?.fingerprints).toHaveLength(5);
  expect(timeouts?.fingerprints.reduce((sum, { count }) => sum + count, 0)).toBe(13);
  expect(groupFailures([...runs, runOf('x', { error: 'The moon is full' })], causes).at(-1)).toMatchObject({
    cause: { origin: 'unknown' },
    count: 1,
    example: { key: 'x', text: 'The moon is full' },
  });
});

test('a group has its first and last time, its jobs, and the last message', () => {
  const runs = [
    runOf('b', { job: 'Stock', error: 'Timed out after 2 s', start: 20 }),
    runOf('a', { job: 'Orders', error: 'Timed out after 1 s', start: 10 }),
    runOf('c', { job: 'Orders', error: 'Timed out after \u001b[31m3 s', start: 30 }),
    runOf('d', { outcome: 'succeeded', error: 'Timed out after 1 s' }),
    runOf('e', { outcome: 'running' }),
    runOf('f', { outcome: 'warned' }),
  ];
  const groups = groupFailures(runs, [{ origin: 'network', contains: ['timed out'], advice: 'Ask Ann.' }]);
  expect(groups).toEqual([
    {
      cause: { origin: 'network', advice: 'Ask Ann.' },
      fingerprints: [
        expect.objectContaining({ template: 'timed out after <n> s', count: 2 }),
        expect.objectContaining({ count: 1 }),
      ],
      count: 3,
      jobs: ['Orders', 'Stock'],
      first: 10,
      last: 30,
      example: { key: 'c', job: 'Orders', text: 'Timed out after [31m3 s' },
    },
  ]);
});
