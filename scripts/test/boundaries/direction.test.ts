import { describe, expect, it } from 'vitest';
import { findFileCircles, findFolderCircles } from '../../boundaries/direction.ts';
import { printProblem } from '../../boundaries/problem.ts';
import { read, type Sources } from './read.ts';

describe('folders', () => {
  it.each<[string, Sources]>([
    ['import one way', { 'src/a/a.ts': "import '../b/b.ts';", 'src/b/b.ts': '' }],
    ['hold files that import each other', { 'src/a/a.ts': "import './b.ts';", 'src/a/b.ts': "import './a.ts';" }],
    ['are imported by the folder above', { 'src/a.ts': "import './b/b.ts';", 'src/b/b.ts': "import './c.ts';" }],
    ['import the folder above', { 'src/a.ts': '', 'src/b/b.ts': "import '../a.ts';" }],
    [
      'are re-exported by an entry that a folder imports',
      { 'src/index.ts': "export * from './b/b.ts';", 'src/b/b.ts': "import '../a.ts';", 'src/a.ts': '' },
    ],
  ])('may %s', (_title, sources) => {
    expect(findFolderCircles('client', read(sources))).toEqual([]);
  });

  it.each<[string, Sources, string]>([
    [
      'side by side',
      { 'src/a/a.ts': "import '../b/b.ts';", 'src/b/c.ts': "import '../a/d.ts';" },
      'the folders src/a and src/b import each other',
    ],
    [
      'by types alone',
      { 'src/a/a.ts': "import type { B } from '../b/b.ts';", 'src/b/c.ts': "import type { D } from '../a/d.ts';" },
      'the folders src/a and src/b import each other',
    ],
    [
      'deep below',
      { 'src/a/x/a.ts': "import '../../b/b.ts';", 'src/b/y/c.ts': "import '../../a/d.ts';" },
      'the folders src/a and src/b import each other',
    ],
    [
      'inside a folder',
      { 'src/a/x/a.ts': "import '../y/b.ts';", 'src/a/y/c.ts': "import '../x/d.ts';" },
      'the folders src/a/x and src/a/y import each other',
    ],
    [
      'one above the other',
      { 'src/a.ts': "import './b/b.ts';", 'src/b/c.ts': "import '../d.ts';" },
      'the folders src and src/b import each other',
    ],
    [
      'through an index file that does more than re-export',
      { 'src/index.ts': "import './b/b.ts';\nexport const a = 1;", 'src/b/c.ts': "import '../d.ts';" },
      'the folders src and src/b import each other',
    ],
    [
      'in a circle of three',
      {
        'src/a/a.ts': "import '../b/b.ts';",
        'src/b/c.ts': "import '../d/d.ts';",
        'src/d/e.ts': "import '../a/f.ts';",
      },
      'the folders src/a → src/b → src/d → src/a import each other in a circle',
    ],
  ])('must not import each other: %s', (_title, sources, reason) => {
    expect(findFolderCircles('client', read(sources)).map((problem) => problem.reason)).toEqual([reason]);
  });
});

it('names an import for each direction', () => {
  const sources = read({ 'src/a/a.ts': "import '../b/b.ts';", 'src/b/c.ts': "import '../a/d.ts';" });
  expect(findFolderCircles('client', sources).map(printProblem)).toEqual([
    "packages/client/src/a/a.ts: imports '../b/b.ts', and packages/client/src/b/c.ts imports '../a/d.ts': " +
      'the folders src/a and src/b import each other. ' +
      'Move what they share into one of them, or into a folder that all of them may import.',
  ]);
});

describe('files', () => {
  it.each<[string, Sources]>([
    [
      'import a file twice',
      { 'src/a.ts': "import './b.ts';\nimport './c.ts';", 'src/b.ts': "import './c.ts';", 'src/c.ts': '' },
    ],
    ['import what is not a file of the package', { 'src/a.ts': "import './b.json';\nimport 'a';" }],
  ])('may %s', (_title, sources) => {
    expect(findFileCircles('client', read(sources))).toEqual([]);
  });

  it.each<[string, Sources, string]>([
    ['two', { 'src/a.ts': "import './b.ts';", 'src/b.ts': "import './a.ts';" }, 'src/a.ts → src/b.ts → src/a.ts'],
    ['one', { 'src/a.ts': "import './a.ts';" }, 'src/a.ts → src/a.ts'],
    [
      'three, by types alone, after one that is not part of it',
      {
        'src/0.ts': "import type { A } from './a.ts';",
        'src/a.ts': "import type { B } from './b.ts';",
        'src/b.ts': "export type { C } from './c.ts';",
        'src/c.ts': "export type A = import('./a.ts').A;",
      },
      'src/a.ts → src/b.ts → src/c.ts → src/a.ts',
    ],
    [
      'an entry',
      { 'src/index.ts': "export * from './a.ts';", 'src/a.ts': "import './index.ts';" },
      'src/index.ts → src/a.ts → src/index.ts',
    ],
  ])('must not form a circle: %s', (_title, sources, circle) => {
    const reasons = findFileCircles('client', read(sources)).map((problem) => problem.reason);
    expect(reasons).toEqual([`which closes a circle: ${circle}`]);
  });
});
