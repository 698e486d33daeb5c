import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../support/description-copy.ts';

/** Compiles one file of a consumer with the strict options of this repository. Returns the compiler's messages. */
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
  return promisify(execFile)(tsc, ['-p', join(folder, 'tsconfig.json')]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
