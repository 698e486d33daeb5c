import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { merge } from './merge.ts';
import { readResults } from './results.ts';
import type { SuiteResults } from './results.ts';

const bench = fileURLToPath(new URL('../bench.ts', import.meta.url));

/**
 * Runs a suite in several processes, one after another. Each process compiles the same code a little differently, and
 * more rounds in one process do not even this out.
 */
export function runInProcesses(name: string, processes: number, options: readonly string[]): SuiteResults {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return merge(
      Array.from({ length: processes }, (_, index) => runOnce(name, join(folder, `${index}.json`), options)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOnce(name: string, json: string, options: readonly string[]): SuiteResults {
  const { status } = spawnSync(process.execPath, [...process.execArgv, bench, name, '--json', json, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [results] = readResults(json);
  if (status !== 0 || results === undefined)
    throw new Error(`The process of the suite ${name} ended with code ${status} and without results.`);
  return results;
}
