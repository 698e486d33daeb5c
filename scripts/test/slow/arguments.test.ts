import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../..');
const scripts = globSync('*.ts', { cwd: folder })
  .filter((file) => file !== 'arguments.ts')
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
const readers = scripts.filter(([, text]) => /\b(?:readArguments|isCheck)\(/.test(text)).map(([file]) => file);

test.each(readers)('%s refuses an option that it does not have, and shows its usage', (file) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@syncline/source', join(folder, file), '--unknown'],
    { encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Unknown option '--unknown'.*\nUsage: (?:npm|node) .+\n$/);
});

test('no script reads its options in another way', () => {
  expect(readers.length).toBeGreaterThan(8);
  const others = scripts.filter(([, text]) => /\bparseArgs\(|argv\.includes\(/.test(text));
  expect(others.map(([file]) => file)).toEqual([]);
});
