// Why: npm shows the README of a package, where a reader wants one screen and a half, and where a link into the repository
// leads nowhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const site = 'https://syncline.github.io/';
const pages = join(root, 'packages/docs/src/content/docs');
/** The parts of the site that its build writes. */
const isGenerated = (path: string): boolean => /^(?:api|reference|errors|decisions|project)\//.test(path);
/** The id that the site gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Why a link of a package's README does not work on npm; undefined if it does. */
function problemOf(folder: string, files: readonly string[], link: string): string | undefined {
  if (link.startsWith('#')) return 'leads to a heading, which npm may not show';
  if (!/^\w+:/.test(link))
    return files.some((file) => link === file || link.startsWith(`${file}/`)) && existsSync(join(folder, link))
      ? undefined
      : 'is not in the package';
  if (!link.startsWith(site)) return undefined;
  const [path = '', anchor] = link.slice(site.length).split('#');
  if (isGenerated(path)) return undefined;
  const [file] = globSync(`${path.replace(/\/$/, '')}{,/index}.{md,mdx}`, { cwd: pages });
  if (file === undefined) return 'leads to no page of the site';
  const headings = readFileSync(join(pages, file), 'utf8').matchAll(/^#+ (.+)$/gm);
  return anchor === undefined || [...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
    ? undefined
    : 'leads to no heading of its page';
}

const manifests = globSync('packages/*/package.json', { cwd: root }).filter(
  (file) => !('private' in JSON.parse(readFileSync(join(root, file), 'utf8'))),
);

describe.each(manifests.map((file) => file.split('/')[1]!))('the README of %s', (name) => {
  const folder = join(root, 'packages', name);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const { files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly files: string[] };

  it('has at most 4,500 bytes, without the tables that are generated', () => {
    const written = readme.replace(/(<!-- [^\n]*: start [^\n]*-->)[^]*?(<!-- [^\n]*: end -->)/g, '$1$2');
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(4500);
  });

  it('has links that work on npm', () => {
    const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.map((link) => [link, problemOf(folder, files, link)]).filter(([, problem]) => problem)).toEqual([]);
  });
});
