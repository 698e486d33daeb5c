/** After the build, writes a Markdown copy of each page, `llms.txt` and the search index, all from the rendered pages. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { labelCells } from './finish/label-cells.ts';
import { writeSearchIndex } from './finish/search-index.ts';
import { toMarkdown } from './finish/to-markdown.ts';

/** A scrolling element must be reachable by keyboard, even before any script has run. */
const reachable = (html: string) =>
  html
    .replace(/<table>[\s\S]*?<\/table>/g, '<div class="table-box" tabindex="0">$&</div>')
    .replaceAll('<pre data-language', '<pre tabindex="0" data-language');

/**
 * A line of code that does not fit breaks before the dot of a call, and a long path in a table before a dot or a slash,
 * not inside a name.
 */
const breakable = (html: string) =>
  html
    .replace(/(<span style="--0:[^"]*">\)*)\.<\/span>/g, '$1<wbr>.</span>')
    .replace(
      /(<td[^>]*>(?:\s*<a id="[^"]*"><\/a>)?\s*<code[^>]*>)([^<]{40,})(?=<\/code>)/g,
      (_, start: string, path: string) => start + path.replaceAll(/[./]/g, '<wbr>$&'),
    );

const dist = new URL('../dist/', import.meta.url);
const pages = globSync('**/{index,404}.html', { cwd: fileURLToPath(dist) })
  .sort()
  .map((file) => {
    const html = labelCells(breakable(reachable(readFileSync(new URL(file, dist), 'utf8'))));
    writeFileSync(new URL(file, dist), html);
    const address =
      file === 'index.html'
        ? '/index.md'
        : file === '404.html'
          ? '/404.md'
          : `/${file.slice(0, -'/index.html'.length)}.md`;
    return { address, ...toMarkdown(html) };
  });

for (const { address, title, markdown } of pages)
  writeFileSync(new URL(`.${address}`, dist), `# ${title}\n\n${markdown}\n`);

/** The page of one export. The page of its package links to it. */
const isPart = (address: string) =>
  /^\/api\/.*\/(?:functions|classes|interfaces|type-aliases|variables)\//.test(address);

const section = (name: string, starts: readonly string[]) => {
  const links = pages.filter(({ address }) => starts.some((start) => address.startsWith(start)) && !isPart(address));
  return links.length === 0
    ? ''
    : `## ${name}\n\n${links.map(({ address, title, description }) => `- [${title}](${address})${description === '' ? '' : `: ${description}`}`).join('\n')}\n`;
};
writeFileSync(
  new URL('llms.txt', dist),
  [
    '# Syncline\n\n> The TypeScript SDK for a data synchronization service: OData-style jobs, history and connectors; v2 workspaces and status; cloud queries.\n',
    section('Recipes', ['/recipes']),
    section('Start', ['/start', '/how-it-works']),
    section('Guides', ['/guides/']),
    section('Reference', ['/reference', '/events', '/environment', '/exit-statuses', '/dependencies']),
    `## OpenAPI documents\n\n${['odata', 'v2', 'cloud'].map((name) => `- [${name}.json](/openapi/${name}.json)`).join('\n')}\n`,
    section('Decisions', ['/decisions/']),
    section('Packages', ['/api/']),
    section('Optional', ['/project/']),
  ]
    .filter((text) => text !== '')
    .join('\n'),
);
const indexed = await writeSearchIndex(
  fileURLToPath(dist),
  globSync('**/index.html', { cwd: fileURLToPath(dist) }).sort(),
);
console.log(`Wrote ${pages.length} Markdown copies, llms.txt and a search index of ${indexed} files`);
