import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkProgram } from '../../src/types/check-program.ts';
import { writeDeclarations } from '../../src/types/declarations.ts';
import { openapiFetchProgram, synclineProgram } from '../../src/types/programs.ts';

describe('types', () => {
  let folder: string;
  beforeAll(() => {
    const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
    mkdirSync(modules, { recursive: true });
    folder = mkdtempSync(`${modules}.types-`);
    writeDeclarations(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('twenty calls take at most 6,000 instantiations, and fewer than with openapi-fetch', () => {
    const ours = checkProgram(folder, 'syncline', synclineProgram);
    const theirs = checkProgram(folder, 'openapi-fetch-calls', openapiFetchProgram);
    expect(ours.instantiations).toBeLessThanOrEqual(6_000);
    expect(ours.instantiations).toBeLessThan(theirs.instantiations);
  });
});
