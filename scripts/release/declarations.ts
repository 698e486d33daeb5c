import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from '../ship/packages.ts';

/** The exported declarations of a built package, by entry and name, without comments. */
export type PublicDeclarations = ReadonlyMap<string, string>;

const STATEMENT = /^export (?:declare )?(?:abstract )?(?:type|interface|class|const|function|enum) ([\w$]+)/;

/**
 * Reads the declarations that the `exports` of a built package name, and follows its relative imports. A package that
 * does not exist has none.
 */
export function publicDeclarations(folder: string): PublicDeclarations {
  const found = new Map<string, string>();
  if (!existsSync(join(folder, 'package.json'))) return found;
  for (const [entry, target] of Object.entries(readManifest(folder).exports ?? {})) {
    const types = typeof target === 'object' && target !== null && 'types' in target ? String(target.types) : undefined;
    if (types !== undefined) collect(join(folder, types), entry, found, new Set());
  }
  return found;
}

function collect(file: string, entry: string, found: Map<string, string>, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return;
  seen.add(file);
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  for (const statement of text.split(/^(?=export |import |declare )/m)) {
    const source = /from ['"](\.[^'"]+)['"]/.exec(statement)?.[1];
    if (source !== undefined && /^(export|import)/.test(statement)) {
      if (statement.startsWith('export')) found.set(`${entry} ${statement.trim().replaceAll(/\s+/g, ' ')}`, '');
      collect(join(dirname(file), source.replace(/\.(js|ts)$/, '.d.ts')), entry, found, seen);
    }
    const name = STATEMENT.exec(statement)?.[1];
    if (name !== undefined) found.set(`${entry} ${name}`, statement.trim().replaceAll(/\s+/g, ' '));
  }
}

export interface DeclarationChange {
  readonly bump: 'minor' | 'major';
  readonly message: string;
}

/**
 * A removed declaration is a major change. A new or different one is at least minor; a person decides whether it is
 * major.
 */
export function compareDeclarations(
  before: PublicDeclarations,
  after: PublicDeclarations,
): readonly DeclarationChange[] {
  const removed = [...before.keys()]
    .filter((name) => !after.has(name))
    .map((name): DeclarationChange => ({ bump: 'major', message: `${name} was removed` }));
  const added = [...after.keys()]
    .filter((name) => !before.has(name))
    .map((name): DeclarationChange => ({ bump: 'minor', message: `${name} is new` }));
  const changed = [...after]
    .filter(([name, text]) => before.has(name) && before.get(name) !== text)
    .map(([name]): DeclarationChange => ({ bump: 'minor', message: `${name} has a different declaration` }));
  return [...removed, ...changed, ...added];
}
