import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { HEADER } from '../generate/print.ts';

const known = new Map<string, string>();

/** The package that a declaration comes from. Files that `syncline generate` wrote count as @syncline/openapi. */
export function packageOf(file: ts.SourceFile): string {
  return isGenerated(file) ? '@syncline/openapi' : nearestName(dirname(file.fileName));
}

/** Whether `syncline generate` wrote a file. */
export function isGenerated(file: ts.SourceFile): boolean {
  return file.text.startsWith(HEADER);
}

function nearestName(folder: string): string {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const manifest = join(folder, 'package.json');
  const name = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name
    : undefined;
  const result = name ?? (dirname(folder) === folder ? '' : nearestName(dirname(folder)));
  known.set(folder, result);
  return result;
}
