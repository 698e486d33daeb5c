import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readProblem, readText, readTextSync } from '../../src/files/write-files.ts';

// Slow, because both ways of reading wait for a second before they give up.
test('a pipe into which nobody writes is a problem, and not an endless wait', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-read-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'silent');
  execFileSync('mkfifo', [pipe]);
  const problem = 'is a pipe into which nothing was written in time';
  expect(await readText(pipe).catch(readProblem)).toBe(problem);
  expect(() => readTextSync(pipe)).toThrow(expect.toSatisfy((error: unknown) => readProblem(error) === problem));
});
