import { describe, expect, it } from 'vitest';
import { checkPackage } from '../boundaries.ts';
import { printProblem } from '../boundaries/problem.ts';
import { read } from './boundaries/read.ts';

describe('checkPackage', () => {
  it('refuses a package without a rule', () => {
    expect(checkPackage('new', []).map(printProblem)).toEqual([
      'packages/new: is a package without a rule. Add its rule to scripts/boundaries.ts.',
    ]);
  });

  it.each<[string, string, string, boolean]>([
    ['core', 'src/a.ts', "import '@syncline/openapi';", false],
    ['openapi', 'src/a.ts', "import '@syncline/core';", false],
    ['odata', 'src/a.ts', "import '@syncline/core/errors';", true],
    ['odata', 'src/a.ts', "import '@syncline/core';", false],
    ['sandbox', 'src/a.ts', "import '@syncline/core/errors';", true],
    ['sandbox', 'src/a.ts', "import '@syncline/core';", false],
    ['sandbox', 'src/a.ts', "import type { A } from '@syncline/client';", false],
    ['auth', 'src/a.ts', "import '@syncline/core';", true],
    ['auth', 'src/a.ts', "import '@syncline/odata';", false],
    ['client', 'src/a.ts', "import type { A } from '@syncline/auth';", true],
    ['client', 'src/a.ts', "import '@syncline/auth';", false],
    ['client', 'src/a.ts', "import '@syncline/sandbox';", false],
    ['cli', 'src/a.ts', "import '@syncline/sandbox';", true],
    ['cli', 'src/a.ts', "import '@syncline/mcp';", false],
    ['docs', 'src/a.ts', "import '@syncline/cli';", true],
    ['docs', 'src/a.ts', "import '../../cli/src/a.ts';", false],
    ['bench', 'src/a.ts', "import '@syncline/client/node';", true],
    ['bench', 'src/a.ts', "import '../../client/src/a.ts';", false],
  ])('%s: %s with %s', (name, path, code, allowed) => {
    const wrong = checkPackage(name, read({ [path]: code })).filter(({ place }) => place.startsWith('packages/'));
    expect(wrong).toHaveLength(allowed ? 0 : 1);
  });

  it.each([
    "import { writeFileSync } from 'node:fs';",
    "import { readFile } from 'node:fs/promises';",
    "import { openSync } from 'node:fs';\nopenSync('a', 'r');",
    "const fs = process.getBuiltinModule('node:fs');\nfs.readFileSync('a');",
  ])('lets one file of one package use files: %s', (code) => {
    const problems = (name: string, path: string) =>
      checkPackage(name, read({ [path]: code })).filter(({ action }) => action.includes('@syncline/core/files'));
    expect(problems('core', 'src/files/write-files.ts')).toEqual([]);
    expect(problems('core', 'src/files/other.ts')).toHaveLength(1);
    expect(problems('cli', 'src/files/write-files.ts')).toHaveLength(1);
    expect(problems('docs', 'src/a.ts')).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['runs', "import { DatabaseSync } from 'node:sqlite';", 1],
    ['runs', "import type { DatabaseSync } from 'node:sqlite';", 0],
    ['runs', "process.getBuiltinModule?.('node:sqlite');", 0],
    ['docs', "import { DatabaseSync } from 'node:sqlite';", 0],
  ])('a module that older versions of Node do not have: %s with %s', (name, code, problems) => {
    const found = checkPackage(name, read({ 'src/sqlite/a.ts': code }));
    expect(found.filter(({ imports }) => imports === 'node:sqlite')).toHaveLength(problems);
  });

  it('refuses a circle of files in every package', () => {
    const sources = read({ 'src/a.ts': "import './b.ts';", 'src/b.ts': "import './a.ts';" });
    for (const name of ['core', 'client', 'sandbox']) {
      expect(checkPackage(name, sources).filter(({ reason }) => reason.includes('circle'))).toHaveLength(1);
    }
  });

  it.each<[string, string, number]>([
    ['the platform', 'export const isDate = (value: unknown) => value instanceof Date;', 1],
    ['the platform, as a property', 'export const isDate = (value: unknown) => value instanceof globalThis.Date;', 1],
    ['another package', "import { ConfigError } from '@syncline/core';\nerror instanceof ConfigError;", 1],
    ['the same file', 'class Own {}\nvalue instanceof Own;', 0],
    ['the same package', "import { Own as Ours } from './own.ts';\nvalue instanceof Ours;", 0],
    ['a library', "import { CommanderError } from 'commander';\nerror instanceof CommanderError;", 0],
  ])('instanceof with a class of %s', (_, code, problems) => {
    const found = checkPackage('cli', read({ 'src/a.ts': code })).filter(({ imports }) =>
      imports.includes('instanceof'),
    );
    expect(found).toHaveLength(problems);
  });

  it.each<[string, string, string, number]>([
    ['an import() alone', 'src/a.ts', "import('./b.ts').then(start);", 1],
    ['an import() in a function', 'src/a.ts', "const open = async () => (await import('./b.ts')).open();", 1],
    ['an import() that something else gets', 'src/a.ts', "context.receive(() => import('./b.ts'));", 1],
    ['an import() for loadPart', 'src/a.ts', "loadPart(() => import('./b.ts')).then(start);", 0],
    ['an import() for load of a call', 'src/a.ts', "attempt.context.load(() => import('./b.ts')).then(start);", 0],
    ['an import() on Node', 'src/node/a.ts', "import('./b.ts').then(start);", 0],
    ['a type', 'src/a.ts', "type B = typeof import('./b.ts');", 0],
  ])('loading later: %s', (_, path, code, problems) => {
    const found = checkPackage('client', read({ [path]: code })).filter(({ imports }) => imports.startsWith('loads'));
    expect(found).toHaveLength(problems);
  });
});
