import { expect, it } from 'vitest';
import { generateData } from '../../src/generate/generate-data.ts';

const rows = 1_000_000;

it('a million history rows are generated at more than 100,000 per second of one processor, without holding them in memory', () => {
  const data = generateData({ now: new Date('2026-03-01T10:07:30Z'), scale: { history: rows } });
  const before = process.cpuUsage();
  let count = 0;
  let most = 0;
  for (const { historyid } of data.history) {
    if (historyid !== '' && ++count % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  const { user, system } = process.cpuUsage(before);
  const rate = rows / ((user + system) / 1_000_000);
  console.log(
    `generated ${Math.round(rate).toLocaleString('en')} rows a second of one processor; heap at most ${(most / 1_048_576).toFixed(0)} MiB`,
  );
  expect(count).toBe(rows);
  expect(most).toBeLessThan(200 * 1_048_576);
  expect(rate).toBeGreaterThan(200_000);
});
