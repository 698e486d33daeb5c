import { describe, expect, it, test } from 'vitest';
import { entriesOf } from '../public-api.ts';
import { createDeclarations, type Declarations } from '../public-api/declarations.ts';
import { formatCode, reportOf } from '../public-api/report.ts';
import { unusedNames } from '../public-api/unused-names.ts';
import { ROOT } from '../ship/packages.ts';

/** Declarations of files by their paths. */
function declare(files: Readonly<Record<string, string>>): Declarations {
  return createDeclarations((path) => files[path] ?? '');
}

/** The report of a package with one entry. */
function report(files: Readonly<Record<string, string>>): string {
  return reportOf('@syncline/a', [{ specifier: '@syncline/a', path: 'a/index.ts' }], declare(files));
}

describe('the names that an entry exports', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['declarations', { 'a/index.ts': 'export declare function b(): void; export interface A {}' }, ['A', 'b']],
    ['a list', { 'a/index.ts': 'declare const a: 1; declare const b: 2; export { a, b as c };' }, ['a', 'c']],
    [
      'other files',
      {
        'a/index.ts': "export { b, type C as D } from './x/b.ts';",
        'a/x/b.ts': 'export declare const b: 1; export type C = 1;',
      },
      ['D', 'b'],
    ],
    [
      'everything of a file, over several files',
      { 'a/index.ts': "export * from './b.ts';", 'a/b.ts': "export * from './c.ts';", 'a/c.ts': 'export type C = 1;' },
      ['C'],
    ],
    ['another package', { 'a/index.ts': "export type { X } from '@syncline/b';" }, ['X']],
    [
      'what it imports',
      { 'a/index.ts': "import { X } from './b.ts'; export { X };", 'a/b.ts': 'export type X = 1;' },
      ['X'],
    ],
  ])('%s', (_title, files, names) => {
    expect([...declare(files).exportsOf('a/index.ts').keys()]).toEqual(names);
  });
});

describe('the report', () => {
  it('has the declarations of an entry in the order of their names, and the exports of other packages first', () => {
    const files = {
      'a/index.ts':
        "export { Z, y } from './b.ts'; export { X as W } from '@syncline/b'; export type { V } from '@syncline/b';",
      'a/b.ts': 'export interface Z { readonly a: 1; } export declare const y: number;',
    };
    expect(report(files)).toContain(
      "2 names.\n\n```ts\nexport { V, X as W } from '@syncline/b';\n\ninterface Z { readonly a: 1; }\n\nconst y: number;\n```".replace(
        '2',
        '4',
      ),
    );
  });

  it('has every overload and every declaration of a name', () => {
    const code = 'export declare function a(x: 1): 1; export declare function a(x: 2): 2;';
    expect(report({ 'a/index.ts': code })).toContain('function a(x: 1): 1;\nfunction a(x: 2): 2;');
  });

  it('has the declarations that others refer to, also through types that the compiler inferred', () => {
    const files = {
      'a/index.ts':
        'import type { B } from "./b.ts"; export declare const a: (b: B) => import("./c.ts").C; interface Unused {}',
      'a/b.ts': "import { type E } from '@syncline/e'; interface D { readonly e: E; } export type B = readonly D[];",
      'a/c.ts': 'export interface C { readonly B: 1; }',
    };
    const text = report(files);
    expect(text).toContain('const a: (b: B) => C;');
    expect(text.slice(text.indexOf('## Not exported'))).toContain(
      'type B = readonly D[];\n\ninterface C { readonly B: 1; }\n\ninterface D { readonly e: E; }',
    );
    expect(text).not.toContain('Unused');
  });

  it('shows a declaration that two entries export only once', () => {
    const declarations = declare({
      'a/index.ts': "export { b } from './b.ts';",
      'a/b.ts': 'export declare const b: 1;',
    });
    const entries = [
      { specifier: '@syncline/a', path: 'a/index.ts' },
      { specifier: '@syncline/a/b', path: 'a/b.ts' },
    ];
    expect(reportOf('@syncline/a', entries, declarations)).toContain("export { b } from '@syncline/a';");
  });

  it('names generated declarations without showing them', () => {
    const files = { 'a/index.ts': "export { b as c } from './b.gen.ts';", 'a/b.gen.ts': 'export declare const b: 1;' };
    expect(report(files)).toContain("```ts\nexport { b as c } from './b.gen.ts';\n```");
  });

  it('does not show the content of a schema', () => {
    const code =
      'export declare const a: import("@sinclair/typebox").TObject<{ b: import("@sinclair/typebox").TString }>;';
    expect(report({ 'a/index.ts': code })).toContain('```ts\nconst a: TObject;\n```');
  });

  it('only lists the names of the entry for the packages of this repository', () => {
    const declarations = declare({ 'core/internal.ts': 'export declare const b: 1; export declare const a: 1;' });
    const text = reportOf(
      '@syncline/core',
      [{ specifier: '@syncline/core/internal', path: 'core/internal.ts' }],
      declarations,
    );
    expect(text).toContain('outside semantic versioning.\n\n`a`, `b`');
    expect(text).not.toContain('```');
  });
});

it('formats the code of all reports and changes nothing else', () => {
  const texts = [
    '# a\n\n```ts\ninterface A {a:1}\n```\n\n```ts\n\n```\n',
    'const  a  : 1\n',
    '```ts\nconst a   : 1\n```\n',
  ];
  expect(formatCode(ROOT, texts)).toEqual([
    '# a\n\n```ts\ninterface A {\n  a: 1;\n}\n```\n\n```ts\n\n```\n',
    'const  a  : 1\n',
    '```ts\nconst a: 1;\n```\n',
  ]);
});

it('reads the entries of a manifest that have sources', () => {
  expect(entriesOf('ops')).toContainEqual({ specifier: '@syncline/ops', path: 'packages/ops/src/index.ts' });
  expect(entriesOf('openapi').map(({ specifier }) => specifier)).toEqual([
    '@syncline/openapi',
    '@syncline/openapi/tables',
  ]);
});

test('a name is used by a page, by another package, or by the declaration of a used name', () => {
  const declarations = declare({
    'a/index.ts':
      'export interface Part {} export interface Options { part: Part; } export declare function b(options: Options): void; ' +
      'export declare function c(): void; export declare function d(): void; export declare function e(): void;',
  });
  const entries = [{ specifier: '@syncline/a', path: 'a/index.ts' }];
  const files = [
    { path: 'packages/docs/guide.md', text: 'Call `b` first.' },
    { path: 'packages/x/src/x.ts', text: "import { c } from '@syncline/a';" },
    { path: 'packages/y/src/y.ts', text: 'const d = 1;' },
    { path: 'packages/a/src/own.ts', text: "import { e } from '@syncline/a';" },
  ];
  expect(unusedNames('a', entries, declarations, files)).toEqual(['d of @syncline/a', 'e of @syncline/a']);
});
