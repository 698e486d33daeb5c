import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dependencyTable, type Reason } from '../dependency-table.ts';

const reasons = JSON.parse(readFileSync(new URL('../dependencies.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Reason>
>;

it('has a row for each dependency, with the version and the licence of the lockfile', () => {
  const rows = dependencyTable(reasons).split('\n').slice(2);
  expect(rows).toHaveLength(Object.keys(reasons).length);
  for (const row of rows)
    expect(row).toMatch(/^\| \[.+\) \d+\.\d+\.\d+ \| `.+` \| .+ \| [\d,]+ \| .*\| [\w.-]+ \| \d{4} \|$/);
});

it('says what to write for a dependency without a reason', () => {
  const { undici: _, ...others } = reasons;
  expect(() => dependencyTable(others)).toThrow(
    'scripts/dependencies.json: undici has no entry. Write what packages/client needs it for, and the year of its first release: "undici": { "why": "…", "since": 2020 }',
  );
});

it('refuses a reason that no package needs', () => {
  const gone = { ...reasons, 'left-pad': { why: 'pads', since: 2014 } };
  expect(() => dependencyTable(gone)).toThrow('no published package depends on left-pad. Remove its entry.');
});
