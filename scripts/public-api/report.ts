import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ProjectError } from '../project-error.ts';
import { byText, type Declarations, type Meaning } from './declarations.ts';
import type { ProgramSurface } from './programs.ts';

/** An entry of a package: its specifier, and the source that it exports. */
export interface Entry {
  readonly specifier: string;
  readonly path: string;
}

/** Entries whose names are listed without their declarations, with the reason. */
const onlyNames: Readonly<Record<string, string>> = {
  '@syncline/core/internal': 'It is for the packages of this repository, outside semantic versioning.',
  '@syncline/core/server': 'It is for the packages of this repository, outside semantic versioning.',
  '@syncline/core/files': 'It is for the packages of this repository, outside semantic versioning.',
  '@syncline/core/read-files': 'It is for the packages of this repository, outside semantic versioning.',
};

/** Separates the parts that are formatted together. */
const mark = '// ---- part';

/** The public surface of a package as Markdown with TypeScript, which is formatted later. */
export function reportOf(
  name: string,
  entries: readonly Entry[],
  declarations: Declarations,
  programs?: ProgramSurface,
): string {
  const surfaces = entries.map((entry) => ({ entry, names: declarations.exportsOf(entry.path) }));
  const shown = new Set(surfaces.flatMap(({ names }) => [...names.values()].map(({ id }) => id)));
  /** The first entry with each declaration that has been printed */
  const printed = new Map<string, string>();
  const meanings: Meaning[] = [];
  const parts = [
    `# ${name}`,
    'The public surface of the package, written from its sources by `npm run generate`. A change here is a change for users.',
  ];
  for (const { entry, names } of surfaces) {
    parts.push(`## ${entry.specifier}`, names.size === 1 ? '1 name.' : `${names.size} names.`);
    const reason = onlyNames[entry.specifier];
    if (reason === undefined) {
      parts.push(codeBlock(codesOf(names, printed)));
      for (const { id } of names.values()) if (!printed.has(id)) printed.set(id, entry.specifier);
      meanings.push(...names.values());
    } else parts.push(reason, [...names.keys()].map((each) => `\`${each}\``).join(', '));
  }
  if (programs !== undefined) parts.push(`## ${programs.title}`, codeBlock(programs.codes));
  const hidden = referredTo(meanings, shown);
  if (hidden.length > 0)
    parts.push(
      '## Not exported',
      'The declarations above refer to these.',
      codeBlock(
        codesOf(
          hidden.map((meaning) => [meaning.name, meaning]),
          printed,
        ),
      ),
    );
  return `${parts.join('\n\n')}\n`;
}

function codeBlock(codes: readonly string[]): string {
  return `\`\`\`ts\n${codes.join('\n\n')}\n\`\`\``;
}

/** What an entry exports from elsewhere, by its source, and then its declarations. */
function codesOf(names: Iterable<readonly [string, Meaning]>, printed: ReadonlyMap<string, string>): readonly string[] {
  const elsewhere = new Map<string, string[]>();
  const declared: string[] = [];
  for (const [exported, meaning] of names) {
    const source = meaning.kind === 'imported' ? meaning.source : (printed.get(meaning.id) ?? generatedFile(meaning));
    const name = meaning.name === exported ? exported : `${meaning.name} as ${exported}`;
    if (source !== undefined) elsewhere.set(source, [...(elsewhere.get(source) ?? []), name]);
    else if (meaning.kind === 'declared')
      declared.push(meaning.name === exported ? meaning.code : `// exported as ${exported}\n${meaning.code}`);
  }
  const exports = [...elsewhere]
    .sort(([left], [right]) => byText(left, right))
    .map(([source, all]) => `export { ${all.join(', ')} } from '${source}';`);
  return [...(exports.length === 0 ? [] : [exports.join('\n')]), ...declared];
}

/** The name of a generated file. It is reviewed itself, so its declarations are not shown. */
function generatedFile({ path }: Extract<Meaning, { readonly kind: 'declared' }>): string | undefined {
  return path.endsWith('.gen.ts') ? `./${path.split('/').at(-1)}` : undefined;
}

/** The declarations that others refer to, directly or through others, except those that are shown anyway. */
function referredTo(from: readonly Meaning[], shown: ReadonlySet<string>): readonly Meaning[] {
  const found = new Map<string, Meaning>();
  const rest = [...from];
  for (let meaning = rest.pop(); meaning !== undefined; meaning = rest.pop())
    for (const each of meaning.kind === 'declared' && generatedFile(meaning) === undefined
      ? meaning.references()
      : []) {
      if (each.kind !== 'declared' || shown.has(each.id) || found.has(each.id)) continue;
      found.set(each.id, each);
      rest.push(each);
    }
  return [...found.values()].sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
}

/** Formats the code in Markdown as the sources are formatted, with one call of the formatter for all texts. */
export function formatCode(root: string, texts: readonly string[]): readonly string[] {
  const block = /(?<=^```ts\n)[\s\S]*?(?=\n```$)/gm;
  const codes = texts.flatMap((text) => text.match(block) ?? []);
  const input = codes.map((code) => `${mark}\n${code}\n`).join('');
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['format', '--stdin-file-path=public-api.d.ts', '--vcs-enabled=false'],
    { cwd: root, input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new ProjectError(`The declarations cannot be formatted:\n${stderr}`);
  const formatted = stdout.split(`${mark}\n`).slice(1);
  if (formatted.length !== codes.length) throw new ProjectError('The formatter changed the comments between the parts');
  let index = 0;
  return texts.map((text) => text.replaceAll(block, () => (formatted[index++] ?? '').trim()));
}
