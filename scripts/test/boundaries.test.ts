import { describe, expect, it } from 'vitest';
import { checkPackage, checkUntangling, untangling } from '../boundaries.ts';
import { printProblem } from '../boundaries/problem.ts';
import { read } from './boundaries/read.ts';

describe('checkPackage', () => {
  it('refuses a package without a rule', () => {
    expect(checkPackage('new', []).errors.map(printProblem)).toEqual([
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
    const { errors, warnings } = checkPackage(name, read({ [path]: code }));
    const wrong = [...errors, ...warnings].filter(({ place }) => place.startsWith('packages/'));
    expect(wrong).toHaveLength(allowed ? 0 : 1);
  });

  it('only warns of the shape of a package that is being untangled', () => {
    const sources = read({ 'src/a.ts': "import './b.ts';", 'src/b.ts': "import './a.ts';" });
    const circles = (name: string) => {
      const { errors, warnings } = checkPackage(name, sources);
      const count = (found: typeof errors) => found.filter(({ reason }) => reason.includes('circle')).length;
      return { errors: count(errors), warnings: count(warnings) };
    };
    expect(circles('core')).toEqual({ errors: 1, warnings: 0 });
    for (const name of untangling) expect(circles(name)).toEqual({ errors: 0, warnings: 1 });
  });

  it('refuses a package in the list of those being untangled when nothing is left to untangle', () => {
    const problem = { place: 'a', imports: 'b', reason: 'c', action: 'd' };
    const { errors } = checkUntangling('client', []);
    expect(errors.map(printProblem)).toEqual([
      'scripts/boundaries.ts: lists client as being untangled, which it no longer needs. Remove it from `untangling`.',
    ]);
    expect(checkUntangling('client', [problem])).toEqual({ errors: [], warnings: [problem] });
  });
});
