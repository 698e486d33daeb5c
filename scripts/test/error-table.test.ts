import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes, replaceBetweenMarkers, updateErrorTables } from '../error-table.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.gen.ts') && !path.includes('packages/testing/'))
  .map((path) => readFileSync(join(root, path), 'utf8'));

/** The codes and classes in a source text. A code is a literal, or a union of literals that the same file declares. */
function codesOf(text: string): string[] {
  // A class that only extends Error is not an error of ours.
  const classes = text.matchAll(/^(?:export )?class (\w+)(?! extends Error \{)\b[^{]*\{\n([\s\S]*?)^\}/gm);
  return [...classes].flatMap(([, name, body = '']) => {
    const [, type, literal] = /^ {2}(?:override )?readonly code(?:: (\w+))?(?: = '(\w+)')?;/m.exec(body) ?? [];
    const union = type && new RegExp(`^(?:export )?type ${type} =([^;]+);`, 'm').exec(text)?.[1];
    const codes = literal ? [literal] : [...(union || '').matchAll(/'(\w+)'/g)].map(([, code]) => code);
    return codes.map((code) => `${code} ${name}`);
  });
}

describe('the table of error codes', () => {
  it('names exactly the codes and classes of the sources', () => {
    const inSources = [...new Set(sources.flatMap(codesOf))].sort();
    expect(inSources.length).toBeGreaterThan(10);
    expect(errorCodes.map((row) => `${row.code} ${row.class}`).sort()).toEqual(inSources);
  });

  it('names each code once', () => {
    const codes = errorCodes.map(({ code }) => code);
    expect([...new Set(codes)]).toEqual(codes);
  });

  it('names guards that the sources export', () => {
    const isExported = (guard: string) =>
      sources.some((text) => new RegExp(`^export (?:function|const) ${guard}\\b`, 'm').test(text));
    const guards = errorCodes.flatMap(({ guard }) => guard ?? []);
    expect(guards.filter((guard) => !isExported(guard))).toEqual([]);
  });

  it('says everything about each code', () => {
    for (const { guard, ...texts } of errorCodes) {
      expect(Object.entries(texts).filter(([, text]) => text === '')).toEqual([]);
      expect(guard).not.toBe('');
    }
  });

  it('is the one that the pages show', () => {
    expect(updateErrorTables({ check: true })).toEqual([]);
  });
});

describe('markers', () => {
  const start = '<!-- error codes: start (npm run generate) -->';
  const end = '<!-- error codes: end -->';

  it('keep the text around them', () => {
    expect(replaceBetweenMarkers('a.md', `before\n${start}\nold\n${end}\nafter\n`, 'new')).toBe(
      `before\n${start}\n\nnew\n\n${end}\nafter\n`,
    );
  });

  it.each([
    ['no marker', 'text'],
    ['no end', `${start}\ntext`],
    ['the wrong order', `${end}\n${start}`],
    ['a second start', `${start}\n${start}\n${end}`],
    ['a second end', `${start}\n${end}\n${end}`],
  ])('are refused with the name of the page: %s', (_title, text) => {
    expect(() => replaceBetweenMarkers('a.md', text, 'new')).toThrow(/^a\.md must have/);
  });
});
