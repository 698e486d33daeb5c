import { mkdirSync, writeFileSync } from 'node:fs';

/** Where Starlight looks for pages. */
export const docsFolder = new URL('../../src/content/docs/', import.meta.url);

/** The root of the repository. */
export const root = new URL('../../../../', import.meta.url);

export interface Page {
  readonly title: string;
  readonly description?: string | undefined;
  /** Label in the side bar, when the title is too long. */
  readonly label?: string | undefined;
  readonly order?: number | undefined;
  /** Search terms that the text does not contain. */
  readonly keywords?: readonly string[] | undefined;
  /** False for a page whose columns take the place of the table of contents. */
  readonly tableOfContents?: false | undefined;
  /** The address, where it does not follow from the path. */
  readonly slug?: string | undefined;
  readonly body: string;
}

/** Writes one page with its front matter. `path` is relative to the docs folder and ends in `.md` or `.mdx`. */
export function writePage(path: string, page: Page): void {
  const file = new URL(path, docsFolder);
  mkdirSync(new URL('./', file), { recursive: true });
  const sidebar =
    page.label === undefined && page.order === undefined ? {} : { sidebar: { label: page.label, order: page.order } };
  const front = Object.entries({ ...page, body: undefined, label: undefined, order: undefined, ...sidebar })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n');
  writeFileSync(file, `---\n${front}\n---\n\n${page.body.trim()}\n`);
}

/** Escapes prose for MDX, where braces and angle brackets are code. Inline code stays as it is. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[{}]/g, (brace) => `\\${brace}`).replaceAll('<', '&lt;'),
    )
    .join('');
}

/** A value as inline code, safe inside a table cell. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** A Markdown table, or an empty text when there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, '');
}
