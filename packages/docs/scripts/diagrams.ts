/**
 * Draws `diagrams/*.txt` as SVG. A line of `[name | words]` is a row of boxes, and `a -> b` is an arrow. The pages
 * inline the drawings, so that they have the colours of the theme and their letters are text.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { drawTimeline } from './diagrams/timeline.ts';
import { drawBoxes } from './diagrams/boxes.ts';
import { withImports } from './diagrams/packages.ts';

const sources = new URL('../diagrams/', import.meta.url);
const target = new URL('../src/generated/diagrams/', import.meta.url);

mkdirSync(target, { recursive: true });
for (const file of readdirSync(sources).filter((name) => name.endsWith('.txt'))) {
  const source = readFileSync(new URL(file, sources), 'utf8');
  const drawn = drawBoxes(file === 'packages.txt' ? withImports(source) : source, file);
  writeFileSync(new URL(file.replace('.txt', '.svg'), target), drawn);
}
writeFileSync(new URL('run-timeline.svg', target), await drawTimeline());
