import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { close, createIndex } from 'pagefind';
import { fewerWords, significantWords } from './significant-words.ts';

/** How much a match counts, by the beginning of the page's address. Pages that answer a question come before types. */
const weights: readonly (readonly [start: string, weight: number])[] = [
  ['recipes/', 8],
  ['start/', 10],
  ['guides/', 5],
  ['exit-statuses/', 5],
  ['reference/index', 5],
  ['api/', 0.1],
  ['decisions/', 0.3],
  ['project/', 0.2],
];

/**
 * Writes the search index of a built site. Starlight has written one, but without the order of these weights, and it ends
 * Pagefind's process before all files are on the disk, which now and then leaves some of them empty.
 */
export async function writeSearchIndex(dist: string, files: readonly string[]): Promise<number> {
  const { index, errors } = await createIndex({});
  if (index === undefined) throw new Error(`Pagefind did not start: ${errors.join('; ')}`);
  const wrong = [...errors];
  for (const file of files) {
    const content = toIndexed(readFileSync(join(dist, file), 'utf8'), file);
    wrong.push(...(await index.addHTMLFile({ sourcePath: file, content })).errors);
  }
  const { files: written, errors: problems } = await index.getFiles();
  wrong.push(...problems);
  if (wrong.length > 0) throw new Error(`Pagefind could not index ${dist}: ${wrong.join('; ')}`);
  rmSync(join(dist, 'pagefind'), { recursive: true, force: true });
  for (const { path, content } of written) {
    const file = join(dist, 'pagefind', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await close();
  renameSync(join(dist, 'pagefind/pagefind.js'), join(dist, 'pagefind/engine.js'));
  writeFileSync(join(dist, 'pagefind/pagefind.js'), search);
  return written.length;
}

/**
 * The module that the search dialog loads: Pagefind, which gets only the words of a question that matter. When no page
 * contains all of them, it tries fewer, and shows the pages of the words that the fewest pages contain.
 */
const search = `import { createInstance } from './engine.js';
const pagefind = createInstance({ basePath: new URL('./', import.meta.url).pathname });
${significantWords.toString()}
${fewerWords.toString()}
export const { options, init, destroy, mergeIndex, filters } = pagefind;
export async function search(text, options) {
  if (!text) return pagefind.search(text, options);
  let tried = [significantWords(text)];
  for (;;) {
    const found = await Promise.all(tried.map((words) => pagefind.search(words, options)));
    const [best] = found.filter(({ results }) => results.length > 0).sort((left, right) => left.results.length - right.results.length);
    tried = [...new Set(tried.flatMap(fewerWords))];
    if (best || tried.length === 0) return best ?? found[0];
  }
}
export const preload = (text, options) => pagefind.preload(text && significantWords(text), options);
let latest = 0;
export async function debouncedSearch(text, options, pause = 300) {
  const asked = ++latest;
  await preload(text, options);
  await new Promise((resolve) => setTimeout(resolve, pause));
  return asked === latest ? search(text, options) : null;
}
`;

const weightOf = (file: string): number => weights.find(([start]) => file.startsWith(start))?.[1] ?? 1;

/**
 * A page as it is indexed: its text with its weight, and what readers call its subject (`keywords`), twice, because the
 * most that a text can weigh is less than what a long page about something else has. The name of a function
 * is a word of its own, so that whoever types all of it finds its page before the programs that call it.
 */
function toIndexed(html: string, file: string): string {
  const weight = weightOf(file);
  const name = file.includes('/functions/') ? `<p data-pagefind-weight="10">${file.split('/').at(-2)}</p>` : '';
  const keywords = /<meta name="keywords" content="([^"]*)"/.exec(html)?.[1];
  const also =
    keywords === undefined
      ? ''
      : `<p data-pagefind-weight="10">Also called: ${keywords.replaceAll(',', ', ')}.</p>`.repeat(2);
  return html
    .replace(/(<main\b[^>]*>)/, `$1<div data-pagefind-weight="${weight}">`)
    .replace('</main>', `${also}${name}</div></main>`)
    .replace(/<h1\b/, `<h1 data-pagefind-weight="${weight < 1 ? 1 : 10}"`);
}
