import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callbackRows, runCallbackRows, updateCallbackTable } from '../callback-table.ts';
import { errorCodes } from '../error-table.ts';

const root = join(import.meta.dirname, '../..');

describe('the table of callbacks', () => {
  it('is the one that the guide shows', () => {
    expect(updateCallbackTable({ check: true })).toBe(false);
  });

  it('names codes that errors have', () => {
    const codes = new Set(['value', 'thrown', ...errorCodes.map(({ code }) => code)]);
    const outcomes = [...callbackRows, ...runCallbackRows].flatMap(({ hangs, throws, rejects, lies }) => [
      hangs,
      throws,
      rejects,
      lies,
    ]);
    expect(outcomes.filter(({ outcome }) => !codes.has(outcome))).toEqual([]);
  });

  it('names each function of a client that is called through the guard', () => {
    const sources = globSync('packages/{client,auth}/src/**/*.ts', { cwd: root })
      .filter((path) => !path.includes('/recorder/'))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    const guarded = [...sources.matchAll(/\.(?:guard|wrongValue)\(\s*'([\w.]+)'/g)].map(([, name = '']) => name);
    const named = JSON.stringify(callbackRows);
    expect(new Set(guarded).size).toBeGreaterThan(3);
    expect(guarded.filter((name) => !named.includes(name))).toEqual([]);
  });
});
