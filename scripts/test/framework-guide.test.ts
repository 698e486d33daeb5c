import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fences, titleOf } from '../snippets/fences.ts';

const read = (path: string) => readFileSync(new URL(`../../packages/${path}`, import.meta.url), 'utf8');

/** The files that the guide shows, which tests build and run. */
const files = {
  'main.tsx': 'client/test/query/app/main.tsx',
  'lib/sync.ts': 'client/test/soak/projects/next/lib/sync.ts',
  'app/page.tsx': 'client/test/soak/projects/next/app/page.tsx',
  'app/api/failed-runs/route.ts': 'client/test/soak/projects/next/app/api/failed-runs/route.ts',
  'src/main.ts': 'client/test/soak/projects/angular/src/main.ts',
};

it.each(Object.entries(files))('the guide to frameworks shows %s as it is tried', (title, path) => {
  const shown = fences(read('docs/src/content/docs/guides/frameworks.md')).find((fence) => titleOf(fence) === title);
  expect(`${shown?.code.trimEnd()}\n`).toBe(read(path));
});
