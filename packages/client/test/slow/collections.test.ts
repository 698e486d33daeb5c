import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('count-collections.ts', import.meta.url));

// A call that keeps the next one's objects alive shows nowhere else: V8 frees them in a full collection, after about
// 100 calls.
it('reads 4,000 lists over the Node transport without the full collections that kept calls cause', async () => {
  const args = ['--no-memory-reducer', '--conditions=@syncline/source', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim()).toMatch(/^\d+$/);
  expect(Number(stdout)).toBeLessThanOrEqual(3);
});
