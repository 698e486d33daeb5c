interface Box {
  readonly name: string;
  readonly words: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const height = 58;
const rowGap = 40;
const columnGap = 20;

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** @throws {Error} for an arrow to a box that does not exist */
export function drawBoxes(source: string, file: string): string {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const title =
    lines
      .find((line) => line.startsWith('title:'))
      ?.slice(6)
      .trim() ?? file;
  const rows = lines
    .filter((line) => line.startsWith('['))
    .map((line) =>
      [...line.matchAll(/\[([^\]|]+?)\s*(?:\|\s*([^\]]+))?\]/g)].map((match) => ({
        name: match[1]!.trim(),
        words: match[2]?.trim() ?? '',
      })),
    );
  const widthOf = (box: { name: string; words: string }) =>
    Math.max(118, 26 + box.name.length * 8.4, 26 + box.words.length * 6.7);
  const rowWidth = (row: readonly { name: string; words: string }[]) =>
    row.reduce((sum, box) => sum + widthOf(box), columnGap * (row.length - 1));
  const width = Math.max(...rows.map(rowWidth)) + 4;
  const boxes = new Map<string, Box>();
  rows.forEach((row, index) => {
    let x = (width - rowWidth(row)) / 2;
    for (const box of row) {
      boxes.set(box.name, { ...box, x, y: 2 + index * (height + rowGap), width: widthOf(box) });
      x += widthOf(box) + columnGap;
    }
  });
  const find = (name: string) => {
    const box = boxes.get(name.trim());
    if (box === undefined)
      throw new Error(`diagrams/${file}: no box named "${name.trim()}".\nFix it by adding [${name.trim()}].`);
    return box;
  };
  const arrows = lines
    .filter((line) => line.includes('->'))
    .map((line) => {
      const [from = '', to = ''] = line.split('->');
      return arrow(find(from), find(to));
    });
  const total = rows.length * (height + rowGap) - rowGap + 4;
  return `<svg class="boxes" viewBox="0 0 ${width.toFixed(0)} ${total}" role="img" style="--natural:${width.toFixed(0)}px"><title>${escape(title)}</title>${arrows.join('')}${[...boxes.values()].map(draw).join('')}</svg>\n`;
}

function arrow(from: Box, to: Box): string {
  const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + height, to.x + to.width / 2, to.y - 3];
  const bend = Math.max(18, (y2 - y1) / 2);
  return `<path class="arrow" d="M${x1.toFixed(1)} ${y1}C${x1.toFixed(1)} ${y1 + bend} ${x2.toFixed(1)} ${y2 - bend} ${x2.toFixed(1)} ${y2}"/><path class="tip" d="M${(x2 - 4).toFixed(1)} ${y2 - 6}L${x2.toFixed(1)} ${y2 + 1}L${(x2 + 4).toFixed(1)} ${y2 - 6}z"/>`;
}

function draw({ name, words, x, y, width }: Box): string {
  const middle = (x + width / 2).toFixed(1);
  const label = `<text class="name" x="${middle}" y="${y + (words === '' ? 34 : 26)}">${escape(name)}</text>`;
  const about = words === '' ? '' : `<text class="words" x="${middle}" y="${y + 44}">${escape(words)}</text>`;
  return `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="9"/>${label}${about}`;
}
