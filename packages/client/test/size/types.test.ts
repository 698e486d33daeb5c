import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Type instantiations that the compiler makes for a program; the same number on every machine. */
const instantiations = (program: string): number => {
  const folder = mkdtempSync(join(import.meta.dirname, '.types-'));
  try {
    const config = { extends: '../../../tsconfig.json', compilerOptions: { types: [] }, include: [], files: [`../programs/${program}.ts`] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'], { encoding: 'utf8' });
    expect(stdout).not.toMatch(/error TS/);
    return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

it('twenty calls of the eight operations cost the compiler little', { timeout: 60_000 }, () => {
  // Both programs check the sources of the packages; the difference is what the calls cost. openapi-fetch alone needs 12,943.
  const cost = instantiations('twenty-calls') - instantiations('no-call');
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThanOrEqual(1000);
});
