import { describe, expect, it } from 'vitest';
import {
  everything,
  findStale,
  findWrongImports,
  only,
  type PackageRule,
  typesAnd,
} from '../../boundaries/package-rule.ts';
import { printProblem } from '../../boundaries/problem.ts';
import { read, type Sources } from './read.ts';

const rule: PackageRule = {
  packages: { openapi: everything, core: only('errors'), auth: typesAnd('http') },
  libraries: ['undici', '@redocly/openapi-core'],
  node: ['src/node/', 'src/bin.ts'],
  portable: [],
};

describe('imports of a package', () => {
  it.each<[string, string, string]>([
    ['a file of its own', 'src/a/a.ts', "import '../b.ts';"],
    ['an allowed package', 'src/a.ts', "import { a } from '@syncline/openapi';"],
    ['an entry of an allowed package', 'src/a.ts', "import a from '@syncline/openapi/documents/v2.json';"],
    ['the allowed entry of a package', 'src/a.ts', "import { a } from '@syncline/core/errors';"],
    ['types of a package', 'src/a.ts', "import type { A } from '@syncline/auth';"],
    ['the run-time entry of a package', 'src/a.ts', "import { a } from '@syncline/auth/http';"],
    ['an allowed library', 'src/a.ts', "import { a } from 'undici';"],
    ['a file of an allowed library', 'src/a.ts', "import { a } from '@redocly/openapi-core/lib/a.js';"],
    ['Node where it is allowed', 'src/node/a.ts', "import 'node:fs';"],
    ['Node in a file that may use it', 'src/bin.ts', "import 'node:fs';"],
  ])('may be %s', (_title, path, code) => {
    expect(findWrongImports('client', rule, read({ [path]: code }))).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['a file of another package', 'src/a.ts', "import '../../core/src/b.ts';", 'is outside the package'],
    ['the package itself', 'src/a.ts', "import '@syncline/client';", 'is the package itself'],
    ['another package', 'src/a.ts', "import '@syncline/cli';", 'is a package that client may not import'],
    ['types of another package', 'src/a.ts', "import type { A } from '@syncline/cli';", 'client may not import'],
    ['another entry', 'src/a.ts', "import '@syncline/core';", 'is an entry that client may not import'],
    [
      'types of another entry',
      'src/a.ts',
      "import type { A } from '@syncline/core';",
      'is an entry that client may not',
    ],
    [
      'sources of a package',
      'src/a.ts',
      "import '@syncline/openapi/src/a.ts';",
      'is not an entry of @syncline/openapi',
    ],
    [
      'values where types are allowed',
      'src/a.ts',
      "import { a } from '@syncline/auth';",
      'may import only types of auth',
    ],
    ['another library', 'src/a.ts', "import 'axios';", 'is a library that client may not use'],
    ['a library that begins alike', 'src/a.ts', "import 'undici-types';", 'is a library that client may not use'],
    ['Node elsewhere', 'src/a.ts', "import 'node:fs';", 'is a Node module'],
    ['types of Node elsewhere', 'src/a.ts', "import type { A } from 'node:fs';", 'is a Node module'],
    ['Node in a folder that begins alike', 'src/nodes/a.ts', "import 'node:fs';", 'is a Node module'],
  ])('must not be %s', (_title, path, code, reason) => {
    const problems = findWrongImports('client', rule, read({ [path]: code }));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.place).toBe(`packages/client/${path}`);
    expect(problems[0]?.reason).toContain(reason);
  });

  it('may be all packages but those named, where the rule says so', () => {
    const last: PackageRule = { ...rule, packages: { anyBut: ['mcp'] } };
    expect(findWrongImports('cli', last, read({ 'src/a.ts': "import '@syncline/client';" }))).toEqual([]);
    const [problem] = findWrongImports('cli', last, read({ 'src/a.ts': "import '@syncline/mcp';" }));
    expect(problem?.reason).toBe('is a package that cli may not import (allowed: all but mcp)');
  });

  it('may lead from a portable entry to Node as types only', () => {
    const portable: PackageRule = { ...rule, portable: ['src/core.ts'] };
    const files = (keyword: string): Sources => ({
      'src/core.ts': "export * from './b.ts';",
      'src/b.ts': `import ${keyword} { A } from './node/a.ts';`,
      'src/node/a.ts': "import 'node:fs';",
    });
    expect(findWrongImports('sandbox', portable, read(files('type')))).toEqual([]);
    expect(findWrongImports('sandbox', portable, read(files(''))).map(printProblem)).toEqual([
      'packages/sandbox/src/core.ts: imports src/b.ts → src/node/a.ts, which may use Node, but the entry must run without it. ' +
        'Cut the import, or pass the value in.',
    ]);
  });

  it('may not lead from a portable entry to a file that uses Node, where every other file may', () => {
    const portable: PackageRule = { ...rule, node: 'any', portable: ['src/core.ts'] };
    const files = { 'src/core.ts': "export * from './b.ts';", 'src/b.ts': "export * from './c.ts';" };
    expect(findWrongImports('ops', portable, read({ ...files, 'src/c.ts': 'export {};' }))).toEqual([]);
    const [problem] = findWrongImports('ops', portable, read({ ...files, 'src/c.ts': "import 'node:fs';" }));
    expect(problem?.imports).toBe('imports src/b.ts → src/c.ts, which');
  });
});

describe('what a rule allows', () => {
  const used: Sources = {
    'src/a.ts': "import '@syncline/openapi';\nimport '@syncline/core/errors';\nimport '@syncline/auth/http';",
    'src/b.ts': "import 'undici';\nimport '@redocly/openapi-core/lib/a.js';",
    'src/node/a.ts': "import 'node:fs';",
    'src/bin.ts': "import 'node:fs';",
  };
  const without = (path: string, code: string): Sources => ({ ...used, [path]: code });

  it('may be used by one file', () => {
    expect(findStale('client', { ...rule, portable: ['src/a.ts'] }, read(used))).toEqual([]);
  });

  it.each<[string, Sources, readonly string[]]>([
    [
      'a package',
      without('src/a.ts', "import '@syncline/core/errors';\nimport '@syncline/auth/http';"),
      ['allows client the package openapi,'],
    ],
    [
      'an entry',
      without('src/a.ts', "import '@syncline/openapi';\nimport '@syncline/core';\nimport '@syncline/auth/http';"),
      ['allows client the entry @syncline/core/errors,'],
    ],
    [
      'a run-time entry',
      without(
        'src/a.ts',
        "import '@syncline/openapi';\nimport '@syncline/core/errors';\nimport type { A } from '@syncline/auth/http';",
      ),
      ['allows client the run-time entry @syncline/auth/http,'],
    ],
    ['a library', without('src/b.ts', "import '@redocly/openapi-core';"), ['allows client the library undici,']],
    ['a folder on Node', without('src/node/a.ts', ''), ["allows client Node's modules in src/node/,"]],
    ['a file on Node', without('src/bin.ts', ''), ["allows client Node's modules in src/bin.ts,"]],
  ])('must not be unused: %s', (_title, sources, expected) => {
    expect(findStale('client', rule, read(sources)).map((problem) => problem.imports)).toEqual(expected);
  });

  it('must not be a portable entry that does not exist', () => {
    const [problem] = findStale('client', { ...rule, portable: ['src/core.ts'] }, read(used));
    expect(printProblem(problem!)).toBe(
      'scripts/boundaries.ts: allows client the portable entry src/core.ts, which no file uses. Remove it from the rule.',
    );
  });
});

it('prints the file, the import, the reason and what to do', () => {
  const [problem] = findWrongImports('odata', { ...rule, libraries: [] }, read({ 'src/a.ts': "import 'axios';" }));
  expect(printProblem(problem!)).toBe(
    "packages/odata/src/a.ts: imports 'axios', which is a library that odata may not use (allowed: none). " +
      'Write it without the library, or allow the library in scripts/boundaries.ts.',
  );
});
