/**
 * Draws `diagrams/*.txt` as SVG. A line of `[name | words]` is a row of boxes, and `a -> b` is an arrow. The pages
 * inline the drawings, so that they have the colours of the theme and their letters are text.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { drawTimeline } from './diagrams/timeline.ts';
import { drawBoxes } from './diagrams/boxes.ts';

const sources = new URL('../diagrams/', import.meta.url);
const target = new URL('../src/generated/diagrams/', import.meta.url);

mkdirSync(target, { recursive: true });
for (const file of readdirSync(sources).filter((name) => name.endsWith('.txt')))
  writeFileSync(
    new URL(file.replace('.txt', '.svg'), target),
    drawBoxes(readFileSync(new URL(file, sources), 'utf8'), file),
  );
writeFileSync(new URL('run-timeline.svg', target), await drawTimeline());
