import { expect, it } from 'vitest';
import { generateData } from '../../src/generate/generate-data.ts';
import { heapInUse } from '../support/garbage.ts';

const rows = 1_000_000;

it('a million history rows are generated without holding them in memory', () => {
  const before = heapInUse();
  const data = generateData({ now: new Date('2026-03-01T10:07:30Z'), scale: { history: rows } });
  let count = 0;
  let most = 0;
  for (const { historyid } of data.history) {
    if (historyid !== '' && ++count % 50_000 === 0) most = Math.max(most, heapInUse() - before);
  }
  expect(count).toBe(rows);
  expect(most).toBeLessThan(20 * 1_048_576);
});

it('as many jobs as the scale may have get names and ids of their own', () => {
  const { jobs } = generateData({ now: new Date('2026-03-01T10:07:30Z'), scale: { jobs: 100_000, history: 0 } });
  expect(new Set(jobs.map(({ JobId }) => JobId)).size).toBe(100_000);
  expect(new Set(jobs.map(({ JobName }) => JobName)).size).toBe(100_000);
});
