import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSide } from '../../src/diff/load-side.ts';
import { labelAt } from '../diff/consumer.ts';
import { RECORDED } from '../diff/recorded-changes.ts';
import { descriptionCopy, repository } from '../support/description-copy.ts';
import { CompiledConsumer, type CompiledLines } from '../support/compiled-consumer.ts';

let folder: string;
let consumer: CompiledConsumer;
let before: CompiledLines;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'syncline-compiled-'));
  consumer = new CompiledConsumer(folder);
  before = consumer.compile(await loadSide(`${repository}openapi`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the program of the consumer compiles with the packages of the description', () => {
  expect([...before.errors]).toEqual([]);
  expect(before.types.size).toBeGreaterThan(8);
});

let confirmed = 0;

describe('every line that no longer compiles or has another type is one that a recorded change names', () => {
  test.each(RECORDED)('$title', async ({ file, from, to, lines }) => {
    const { errors, types } = consumer.compile(await loadSide(await descriptionCopy(file, from, to)));
    const changed = [...types].filter(([line, type]) => type !== before.types.get(line)).map(([line]) => line);
    const seen = [...new Set([...errors, ...changed])].sort((a, b) => a - b).map(labelAt);
    expect(seen.filter((label) => !lines.includes(label))).toEqual([]);
    if (lines.length > 0 && seen.length === lines.length) confirmed++;
  });
});

test('the compiler alone confirms all lines of many changes', () => {
  // The other changes concern what types do not show: addresses, credentials, query texts and deprecations.
  expect(confirmed).toBeGreaterThanOrEqual(13);
});
