import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const places = /`((?:packages|openapi|scripts|\.changeset|\.ci)\/[^`*<> ]*)`|\]\(((?!https?:|#)[^)]+)\)/g;

const pages = [
  '{README,CONTRIBUTING,SECURITY}.md',
  'packages/*/CONTRIBUTING.md',
  '{openapi,scripts/release}/README.md',
];

describe.each(globSync(pages, { cwd: root }).sort())('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(places)].map(([, code, link]) =>
    code ? join(root, code) : join(root, page, '..', (link ?? '').split('#')[0] ?? ''),
  );

  it('names only files and folders that are there, or that a build makes', () => {
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(path) && !path.endsWith('/dist'))).toEqual([]);
  });
});
