// Why: the types, tables and bundled documents of packages/openapi come from openapi/ alone, and every list of error codes from
// packages/core/errors.json. `npm run generate` writes them; `npm run generate -- --check` fails when a file differs.
import { fileURLToPath } from 'node:url';
import { GenerateError } from '../packages/cli/src/generate/generate-error.ts';
import { generateFiles } from '../packages/cli/src/generate/generate.ts';
import { findDrift, writeFiles } from '../packages/cli/src/generate/output.ts';
import { loadProject } from '../packages/cli/src/generate/project.ts';
import { updateErrorTables } from './error-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../packages/openapi', import.meta.url));
const check = process.argv.includes('--check');

try {
  process.chdir(root);
  const files = generateFiles(await loadProject(fileURLToPath(new URL('../openapi/redocly.yaml', import.meta.url))));
  const { changed, missing, extra } = await (check ? findDrift : writeFiles)(target, files);
  const touched = [
    ...changed.map((path) => `changed packages/openapi/${path}`),
    ...missing.map((path) => `new     packages/openapi/${path}`),
    ...extra.map((path) => `extra   packages/openapi/${path}`),
    ...updateErrorTables({ check }).map((path) => `changed ${path}`),
  ];
  for (const line of touched) console.log(line);
  if (check && touched.length > 0) {
    console.error(
      'Generated files do not match openapi/ and packages/core/errors.json. Fix them with: npm run generate',
    );
    process.exitCode = 1;
  } else {
    console.log(`${files.size} files in packages/openapi; ${touched.length} files ${check ? 'differ' : 'written'}`);
  }
} catch (error) {
  if (!(error instanceof GenerateError)) throw error;
  console.error(`${error.message}\nNothing was written. Fix the lines above, then run: npm run generate`);
  process.exitCode = 1;
}
