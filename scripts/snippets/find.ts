import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fence, fences, isMarked, isRecipeFile } from './fences.ts';

/** One block: its file and first line (from 1), its code, and how it is checked. */
export interface Snippet {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly run: boolean;
  readonly given: boolean;
  /** The setup blocks of the same page that come before it. */
  readonly setup: readonly { readonly line: number; readonly code: string }[];
  readonly output?: string | undefined;
}

const pages = [
  'README.md',
  '{,packages/*/}CONTRIBUTING.md',
  'packages/{openapi,core,odata,auth,client,jobs,runs,sandbox,ops,cli}/README.md',
  'packages/docs/src/content/docs/**/*.{md,mdx}',
];
const sources = ['packages/{openapi,core,odata,auth,client,jobs,runs,sandbox,ops,cli}/src/**/*.ts'];

/**
 * Every `ts` block in READMEs, pages and docstrings. In recipes, blocks with a file name are left out, because
 * `recipes.ts` compiles and runs them.
 */
export function findSnippets(root: URL): Snippet[] {
  const cwd = fileURLToPath(root);
  const find = (patterns: readonly string[]) =>
    globSync([...patterns], {
      cwd,
      exclude: ['**/node_modules/**', '**/*.gen.ts', 'packages/docs/src/content/docs/api/**'],
    }).sort();
  const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
  return [
    ...find(pages)
      .filter((file) => existsSync(new URL(file, root)))
      .flatMap((file) => pageSnippets(file, read(file))),
    ...find(sources)
      .filter((file) => isPublic(root, file))
      .flatMap((file) => docstringSnippets(file, read(file), find(entriesOf(file)).map(read).join('\n'))),
  ];
}

/** The files in which a package lists what it exports. */
const entriesOf = (file: string): readonly string[] => [`packages/${file.split('/')[1]}/src/{*,*/index}.ts`];

/** Whether a package exports a file. Examples in internal files are not checked. */
function isPublic(root: URL, file: string): boolean {
  const [, , , ...path] = file.split('/');
  const entries = globSync([...entriesOf(file)], { cwd: fileURLToPath(root) });
  return (
    file.endsWith('/index.ts') ||
    path.length === 1 ||
    entries.some((entry) =>
      readFileSync(new URL(entry, root), 'utf8').includes(`'./${posix.relative(posix.dirname(entry), file)}'`),
    ) ||
    path[0] === 'resources'
  );
}

function pageSnippets(file: string, text: string): Snippet[] {
  const all = fences(text);
  const typescript = ({ language }: Fence) => language === 'ts' || language === 'typescript';
  return all.flatMap((fence, index) => {
    if (!typescript(fence) || isRecipeFile(file, fence)) return [];
    const next = all[index + 1];
    const run = isMarked(fence, 'run');
    const before =
      run || isMarked(fence, 'setup')
        ? all.slice(0, index).filter((other) => typescript(other) && isMarked(other, 'setup'))
        : [];
    return [
      {
        file,
        line: fence.line,
        code: fence.code,
        run,
        given: isMarked(fence, 'given'),
        setup: before,
        output: next?.language === 'text' ? next.code : undefined,
      },
    ];
  });
}

/** Every `@example` of the docstrings, fenced or not. */
function docstringSnippets(file: string, text: string, entries: string): Snippet[] {
  const found: Snippet[] = [];
  for (const block of text.matchAll(/^[ \t]*\/\*\*[\s\S]*?\*\//gm)) {
    const exported = /^\s*export (?:async )?function\*? (\w+)/.exec(text.slice(block.index + block[0].length))?.[1];
    if (exported !== undefined && !new RegExp(`\\b${exported}\\b`).test(entries) && !file.endsWith('index.ts'))
      continue;
    const first = text.slice(0, block.index).split('\n').length;
    const lines = block[0]
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*) ?/, '').replace(/\s*\*\/$/, ''));
    for (let index = 0; index < lines.length; index += 1) {
      if (!lines[index]!.trim().startsWith('@example')) continue;
      let end = index + 1;
      while (end < lines.length && !/^@\w+/.test(lines[end]!.trim())) end += 1;
      const body = [
        lines[index]!.replace(/^\s*@example\s*(?:<caption>.*<\/caption>)?/, ''),
        ...lines.slice(index + 1, end),
      ];
      const fenced = fences(body.join('\n')).filter(({ language }) => language === 'ts' || language === 'typescript');
      const blocks =
        fenced.length > 0 || body.some((line) => line.includes('```')) ? fenced : [{ line: 1, code: body.join('\n') }];
      for (const { line, code } of blocks)
        if (code.trim() !== '')
          found.push({ file, line: first + index + line - 1, code, run: false, given: false, setup: [] });
    }
  }
  return found;
}
