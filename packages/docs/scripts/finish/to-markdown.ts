import { ELEMENT_NODE, parse, TEXT_NODE, type Node } from 'ultrahtml';

type Element = Node & { name: string; attributes: Record<string, string>; children: Node[] };

const decode = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(lt|gt|amp|quot|apos|nbsp|ldquo|rdquo|hellip));/gi,
    (all, hex?: string, dec?: string, name?: string) =>
      hex !== undefined
        ? String.fromCodePoint(Number.parseInt(hex, 16))
        : dec !== undefined
          ? String.fromCodePoint(Number(dec))
          : ({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ', ldquo: '“', rdquo: '”', hellip: '…' }[
              name!.toLowerCase()
            ] ?? all),
  );

/** Elements that have no meaning as text. */
const skipped = new Set([
  'script',
  'style',
  'nav',
  'svg',
  'try-it',
  'starlight-menu-button',
  'button',
  'form',
  'input',
  'select',
  'template',
]);

/** What a reader of the text has no use for: controls, and the links and labels beside headings. */
const isNoise = ({ name, attributes }: Element): boolean =>
  skipped.has(name) ||
  attributes['role'] === 'tablist' ||
  /(^| )(sl-anchor-link|sr-only)( |$)/.test(attributes['class'] ?? '');

/** A rendered page as Markdown: its title, its description and its main text. */
export function toMarkdown(html: string): { title: string; description: string; markdown: string } {
  // The button that copies code has the code in an attribute, and the parser takes what looks like a tag in it for one.
  const root = parse(html.replace(/ data-code="[^"]*"/g, ''));
  const title = decode(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? 'Syncline')
    .replace(/<[^>]+>/g, '')
    .trim();
  // A page without a description of its own has that of the site.
  const described = /<p class="lede[^>]*>|class="landing /.test(html);
  const description = described ? decode(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '') : '';
  const main = find(root, (element) => (element.attributes['class'] ?? '').split(' ').includes('sl-markdown-content'));
  const markdown =
    main === undefined
      ? ''
      : blocks(main)
          .replace(/\n{3,}/g, '\n\n')
          .trim();
  return { title, description, markdown: description === '' ? markdown : `${description}\n\n${markdown}` };
}

const isElement = (node: Node): node is Element => node.type === ELEMENT_NODE;

function find(node: Node, test: (element: Element) => boolean): Element | undefined {
  if (isElement(node) && test(node)) return node;
  for (const child of (node as { children?: Node[] }).children ?? []) {
    const found = find(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

const text = (node: Node): string =>
  node.type === TEXT_NODE
    ? decode((node as unknown as { value: string }).value)
    : ((node as { children?: Node[] }).children ?? []).map(text).join('');

function inline(node: Node): string {
  if (node.type === TEXT_NODE) return text(node).replace(/\s+/g, ' ');
  if (!isElement(node) || isNoise(node)) return '';
  const inner = node.children.map(inline).join('');
  if (node.name === 'code') return `\`${text(node)}\``;
  if (node.name === 'strong' || node.name === 'b') return `**${inner}**`;
  if (node.name === 'em') return `*${inner}*`;
  const { href = '', id } = node.attributes;
  // A link to itself is the address of what it contains.
  if (node.name === 'a') return inner === '' || href === `#${id}` ? inner : `[${inner}](${href})`;
  return node.name === 'br' ? ' ' : inner;
}

function blocks(parent: Element): string {
  return parent.children
    .map(block)
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

function block(node: Node): string {
  if (!isElement(node)) return text(node).trim();
  if (isNoise(node)) return '';
  const heading = /^h([1-6])$/.exec(node.name);
  if (heading !== null) return `${'#'.repeat(Number(heading[1]))} ${inline(node).trim()}`;
  switch (node.name) {
    case 'p':
      return inline(node).trim();
    case 'pre':
      return fence(node);
    case 'ul':
    case 'ol':
      return node.children
        .filter(isElement)
        .map((item, index) => `${node.name === 'ol' ? `${index + 1}.` : '-'} ${inline(item).trim()}`)
        .join('\n');
    case 'table':
      return table(node);
    case 'figure':
      return (node.attributes['class'] ?? '').includes('diagram')
        ? `Diagram: ${text(find(node, (element) => element.name === 'title') ?? node)}`
        : /\b(?:bars|growth)\b/.test(node.attributes['class'] ?? '')
          ? ''
          : blocks(node);
    case 'figcaption':
      return '';
    default:
      return blocks(node);
  }
}

/** Expressive Code wraps each line in a `div.ec-line`. */
function fence(node: Element): string {
  const lines: string[] = [];
  const walk = (element: Node) => {
    if (isElement(element) && (element.attributes['class'] ?? '').split(' ').includes('ec-line'))
      lines.push(text(element).replace(/\n$/, ''));
    else for (const child of (element as { children?: Node[] }).children ?? []) walk(child);
  };
  walk(node);
  return `\`\`\`${node.attributes['data-language'] ?? ''}\n${(lines.length === 0 ? text(node) : lines.join('\n')).trimEnd()}\n\`\`\``;
}

function table(node: Element): string {
  const rows: string[][] = [];
  const walk = (element: Node) => {
    if (!isElement(element)) return;
    if (element.name === 'tr')
      rows.push(element.children.filter(isElement).map((cell) => inline(cell).trim().replaceAll('|', '\\|')));
    else element.children.forEach(walk);
  };
  walk(node);
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
