import { fields } from '@syncline/openapi';
import { describe, expect, test } from 'vitest';
import { compareSnapshots, type Inventory, type JobDefinition, takeSnapshot } from '../../src/index.ts';
import { readWorld, seededRandom } from '../support/world.ts';

const volatile = ['RowVersion', 'HistoryId', 'LicenseState', 'LicenseMessage', 'CanUpdate', 'CanRemove', 'CanExecute'];
const names = Object.keys(fields.Job) as (keyof typeof fields.Job)[];
const rounds = 100;

/** Returns a value that differs from the current value of a field. */
function mutate(field: keyof typeof fields.Job, value: unknown, random: () => number): unknown {
  const { type, decode } = fields.Job[field];
  const number = Math.floor(random() * 1_000_000);
  if (type === 'boolean' || decode === 'boolean') {
    const isTrue = String(value).toLowerCase() === 'true';
    return random() < 0.5 ? !isTrue : String(!isTrue).toUpperCase();
  }
  if (type === 'integer' || decode === 'integer') return String(BigInt(String(value ?? 0)) + BigInt(number + 1));
  return `${typeof value === 'string' ? value : ''}~${number}`;
}

describe.each([1, 2])('the world of seed %i', (seed) => {
  test(`${rounds} mutations of every field are each found alone, in the right job`, async () => {
    const inventory = await readWorld(seed);
    const original = await takeSnapshot(inventory);
    const random = seededRandom(seed);
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const expected = new Map<string, string[]>();
      const changes = new Map<number, Record<string, unknown>>();
      for (const field of names) {
        let index = Math.floor(random() * inventory.entries.length);
        // If both the name and the id change, the job counts as a different one.
        if (field === 'JobName' && changes.get(index)?.['JobId'] !== undefined)
          index = (index + 1) % inventory.entries.length;
        const entry = inventory.entries[index];
        if (entry?.kind !== 'read') throw new Error('the world has a job that cannot be read');
        const change = changes.get(index) ?? {};
        change[field] = mutate(field, entry.job[field], random);
        changes.set(index, change);
        if (!volatile.includes(field)) {
          const key = `${entry.workspace?.name}/${entry.name}`;
          expected.set(key, [...(expected.get(key) ?? []), field].sort());
        }
      }
      const mutated: Inventory = {
        ...inventory,
        entries: inventory.entries.map((entry, index) => {
          const change = changes.get(index);
          if (change === undefined || entry.kind !== 'read') return entry;
          const job = { ...entry.job, ...change } as JobDefinition;
          return { ...entry, name: String(job.JobName), job };
        }),
      };
      const { changed, added, removed, unreadable } = compareSnapshots(original, await takeSnapshot(mutated));
      const seen = changed.map(({ before, fields }) => [
        `${before.workspace}/${before.name}`,
        fields.map((one) => one.field),
      ]);
      expect(Object.fromEntries(seen as [string, string[]][])).toEqual(Object.fromEntries(expected));
      expect([...added, ...removed, ...unreadable]).toEqual([]);
      found += changed.flatMap((one) => one.fields).length;
    }
    expect(found).toBe(rounds * (names.length - volatile.length));
  });
});

test('the worlds of two seeds differ in every job, and nothing is lost', async () => {
  const [one, other] = [await takeSnapshot(await readWorld(1)), await takeSnapshot(await readWorld(2))];
  const { added, removed, changed, unreadable, unchanged } = compareSnapshots(one, other);
  expect(changed.length + unchanged + removed.length).toBe(one.files.length);
  expect(changed.length + unchanged + added.length).toBe(other.files.length);
  expect(unreadable).toEqual([]);
  expect(changed.length).toBeGreaterThan(0);
});
