import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = new URL('../../', import.meta.url);
/** The folders that a build of the site generates beside the written pages, from `.gitignore`. */
const generated = readFileSync(new URL('.gitignore', docs), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('src/content/docs/'));

/** The pages of the site that people write, by their path in this package. A build of the site does not change them. */
export const writtenPages: readonly string[] = globSync('src/content/docs/**/*.{md,mdx}', { cwd: fileURLToPath(docs) })
  .filter((page) => !generated.some((folder) => page.startsWith(folder)))
  .toSorted();
