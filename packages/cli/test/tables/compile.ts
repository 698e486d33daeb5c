import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../support/description-copy.ts';

/**
 * Compiles one file of a consumer, and what it imports, with the strict options of this repository. Returns the compiler's
 * messages, with paths from the folder.
 */
export async function compile(folder: string, source: string): Promise<string> {
  await writeFile(join(folder, 'use.ts'), source);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(repository, 'tsconfig.base.json'),
      compilerOptions: {
        lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: [],
        noEmit: true,
      },
      files: ['use.ts'],
    }),
  );
  const tsc = join(repository, 'node_modules/.bin/tsc');
  // Several checkers each check what they share, which takes a fifth more processor time.
  const messages = await promisify(execFile)(tsc, ['-p', 'tsconfig.json', '--checkers', '1'], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  // The matrix compiles it again, with other compilers.
  const { KEEP_COMPILED: kept } = process.env;
  if (kept !== undefined && messages === '')
    await cp(folder, join(kept, randomUUID()), {
      recursive: true,
      filter: (path) => !/node_modules|tsconfig\.json$/.test(path),
    });
  return messages;
}
