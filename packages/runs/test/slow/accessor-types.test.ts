import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The compiler's messages for a program that leaves something out. */
function compile(program: string): string {
  const folder = mkdtempSync(join(import.meta.dirname, '../.types-'));
  try {
    const file = join(folder, 'program.ts');
    writeFileSync(file, program);
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const conditions = ['--customConditions', '@syncline/source', '--allowImportingTsExtensions', '--types', 'node'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...conditions, file], {
      encoding: 'utf8',
      cwd: root,
    });
    // Messages about the packages' sources are left out, because those are checked with their own settings.
    return stdout
      .split('\n')
      .filter((line) => line.includes('program.ts'))
      .join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const accessors = { key: 'historyid', job: 'jobname', status: 'status', start: 'runstartdate' };
const programOf = (given: object) => `
  import type { ODataClient } from '@syncline/client';
  import { historySource } from '../../src/index.ts';
  export const sourceOf = (odata: ODataClient) => historySource(odata, ${JSON.stringify(given)});
`;

test('a complete source compiles', () => {
  expect(compile(programOf(accessors))).toBe('');
});

test.each(Object.keys(accessors))('a missing accessor %s is a compile error that names it', (name) => {
  const { [name as 'key']: _, ...others } = accessors;
  expect(compile(programOf(others))).toMatch(new RegExp(`Property '${name}' is missing in type`));
});
