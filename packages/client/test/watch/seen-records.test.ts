import type { JobStatusRecord } from '@syncline/openapi';
import { expect, it } from 'vitest';
import { latestOf, SeenRecords } from '../../src/watch/seen-records.ts';

it.each([
  [['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:01Z']],
  [['2026-01-01T00:00:00.25Z', '2026-01-01T00:00:00.9Z', '2026-01-01T00:00:01.0001Z', '2026-01-01T00:00:01.0002Z']],
  [['2026-10-25T02:30:00+02:00', '2026-10-25T02:10:00+01:00', '2026-10-25T01:20:00Z']],
  [['a', 'b', 'c']],
  [[1, 2, 3]],
])('the oldest run comes first, by the instants of %j', (starts) => {
  const records = starts.map(
    (run_start_at, index) => ({ history_id: `${index}`, run_start_at }) as unknown as JobStatusRecord,
  );
  for (const body of [records, records.toReversed(), [...records.slice(1), ...records.slice(0, 1)]]) {
    expect(new SeenRecords('42', undefined).changesIn(body)).toEqual(records);
    expect(latestOf(body)).toBe(records.at(-1));
  }
});
