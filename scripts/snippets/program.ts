import { existsSync, readFileSync } from 'node:fs';
import type { Snippet } from './find.ts';

const root = new URL('../../', import.meta.url);
const given = readFileSync(new URL('given.ts', import.meta.url), 'utf8')
  .replace(/\/\*\*[\s\S]*?\*\//g, '')
  .replaceAll('\n', ' ');

/** The block as a module with the same line numbers as its file. */
export function toProgram({ file, line, code, given: withGiven, setup }: Snippet): string {
  const lines: string[] = [];
  for (const part of [...setup, { line, code }])
    part.code.split('\n').forEach((text, index) => (lines[part.line - 1 + index] = text));
  const text = Array.from(lines, (entry) => entry ?? '');
  text[0] = `${withGiven ? given : file.endsWith('.ts') ? imports(file, code) : ''} export {}; ${text[0] ?? ''}`;
  return `${text.join('\n')}\n`;
}

/**
 * An example in a docstring needs no imports for what its file, the package's index or the generated records export.
 */
function imports(file: string, code: string): string {
  const name = file.split('/')[1] ?? '';
  const index = `packages/${name}/src/index.ts`;
  const seen = new Set<string>();
  const from = (source: string) => {
    const names = exportsOf(source).filter(({ name: exported }) => !seen.has(exported) && isMissing(exported, code));
    for (const { name: exported } of names) seen.add(exported);
    return names.length === 0
      ? ''
      : `import { ${names.map(({ name: exported, type }) => (type ? `type ${exported}` : exported)).join(', ')} } from '../../../${source}';`;
  };
  const known = Object.entries(familiar)
    .filter(([exported]) => isMissing(exported, code))
    .map(([, declaration]) => declaration);
  return [
    from(file),
    from(index),
    from('packages/openapi/src/records.gen.ts'),
    from('packages/openapi/src/properties.gen.ts'),
    ...known,
  ].join(' ');
}

/** Names that an example can use without declaring them. */
const familiar: Readonly<Record<string, string>> = {
  error: 'declare const error: unknown;',
  sandbox: "declare const sandbox: import('@syncline/sandbox').Sandbox;",
  data: "declare const data: import('@syncline/sandbox').SandboxData;",
};

const isMissing = (name: string, code: string): boolean =>
  new RegExp(`(?<![\\w.'"#@/-])${name}(?![\\w'":/-])`).test(code) &&
  !new RegExp(
    `(?:import[^;]*|(?:const|let|function|class|type|interface)\\s+|(?:const|let)\\s*[{[][^}\\]]*|catch \\()\\b${name}\\b`,
  ).test(code);

function exportsOf(file: string): { name: string; type: boolean }[] {
  const path = new URL(file, root);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const declared = [
    ...text.matchAll(/^export (?:declare )?(?:async )?(?:abstract )?(function\*?|const|class|interface|type) (\w+)/gm),
  ];
  const listed = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type, names = '']) =>
    names
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => ({
        name: entry.replace(/^type /, '').replace(/^.* as /, ''),
        type: type !== undefined || entry.startsWith('type '),
      })),
  );
  return [
    ...declared.map(([, kind, name = '']) => ({ name, type: kind === 'interface' || kind === 'type' })),
    ...listed,
  ];
}
