import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { dist } from './support/serve.ts';

const pages = globSync('**/*.html', { cwd: fileURLToPath(dist) });
const read = (file: string) => readFileSync(new URL(file, dist), 'utf8');

test('every link and anchor inside the site leads somewhere', () => {
  assert.ok(pages.length > 40, `${pages.length} pages`);
  const ids = new Map<string, Set<string>>();
  const idsOf = (file: string) => {
    const known = ids.get(file) ?? new Set([...read(file).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!));
    ids.set(file, known);
    return known;
  };
  const broken: string[] = [];
  let checked = 0;
  for (const page of pages) {
    const base = new URL(`http://site/${page.replace(/index\.html$/, '')}`);
    for (const [, link = ''] of read(page).matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const target = new URL(link.replaceAll('&amp;', '&'), base);
      if (target.host !== 'site') continue;
      checked += 1;
      const path = decodeURIComponent(target.pathname).slice(1);
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (!existsSync(new URL(file, dist))) broken.push(`${page}: ${link}`);
      else if (anchor !== '' && file.endsWith('.html') && !idsOf(file).has(anchor))
        broken.push(`${page}: ${link} (no such anchor)`);
    }
  }
  assert.ok(checked > 1000, `${checked} links`);
  assert.deepEqual([...new Set(broken)], []);
});

test('nothing is fetched from elsewhere', () => {
  const foreign = pages.flatMap((page) =>
    [...read(page).matchAll(/<(?:script|img|link|iframe)\b[^>]*?\s(?:src|href)="(https?:)?\/\/[^"]*"/g)].map(
      ([tag]) => `${page}: ${tag}`,
    ),
  );
  assert.deepEqual(foreign, []);
});

test('each page has a Markdown copy, and llms.txt names copies that exist', () => {
  for (const page of pages.filter((file) => file.endsWith('index.html'))) {
    const copy = page === 'index.html' ? 'index.md' : page.replace('/index.html', '.md');
    assert.match(read(copy), /^# .+\n/, copy);
  }
  const links = [...read('llms.txt').matchAll(/\]\(\/([^)]+)\)/g)].map(([, path]) => path!);
  assert.ok(links.length > 40, `${links.length} links`);
  for (const link of links) assert.ok(existsSync(new URL(link, dist)), link);
  assert.match(read('start.md'), /9007199254740993n/);
});

test('the Markdown copy of a page has every heading of its text', () => {
  const shorter = pages.flatMap((page) => {
    const html = read(page);
    const main = html.slice(html.indexOf('sl-markdown-content'));
    const copy = read(page === 'index.html' ? 'index.md' : page.replace(/(\/index)?\.html$/, '.md'));
    const headings = [...main.matchAll(/<h[2-6][ >]/g)].length;
    const copied = [...copy.replace(/^(`{3,})[^]*?^\1/gm, '').matchAll(/^#{2,6} /gm)].length;
    return copied < headings ? [`${page}: ${copied} of ${headings}`] : [];
  });
  assert.deepEqual(shorter, []);
});

test('each operation has a page with its request and a panel', () => {
  for (const name of ['odata', 'v2', 'cloud']) {
    const document = JSON.parse(read(`openapi/${name}.json`)) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    for (const { operationId } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
      if (operationId === undefined) continue;
      const page = read(
        `reference/${name}/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/index.html`,
      );
      assert.match(page, new RegExp(`<try-it operation="${operationId}"`));
    }
  }
});
