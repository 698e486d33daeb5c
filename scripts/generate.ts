// Why: types, tables and bundled documents of packages/openapi come from openapi/ and from nowhere else.
// `npm run generate` writes them; `npm run generate -- --check` fails when they are not what openapi/ says.
import { fileURLToPath } from 'node:url';
import { GenerateError } from '../packages/cli/src/generate/generate-error.ts';
import { generateFiles } from '../packages/cli/src/generate/generate.ts';
import { findDrift, writeFiles } from '../packages/cli/src/generate/output.ts';
import { loadProject } from '../packages/cli/src/generate/project.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../packages/openapi', import.meta.url));
const check = process.argv.includes('--check');

try {
  process.chdir(root);
  const files = generateFiles(await loadProject(fileURLToPath(new URL('../openapi/redocly.yaml', import.meta.url))));
  const { changed, missing, extra } = await (check ? findDrift : writeFiles)(target, files);
  const touched = [
    ...changed.map((path) => `changed ${path}`),
    ...missing.map((path) => `new     ${path}`),
    ...extra.map((path) => `extra   ${path}`),
  ];
  for (const line of touched) console.log(line.replace(/(\S+)$/, 'packages/openapi/$1'));
  if (check && touched.length > 0) {
    console.error('packages/openapi is not what openapi/ says. Mend it with: npm run generate');
    process.exitCode = 1;
  } else {
    console.log(`${files.size} files in packages/openapi, ${touched.length} ${check ? 'differ' : 'written'}`);
  }
} catch (error) {
  if (!(error instanceof GenerateError)) throw error;
  console.error(`${error.message}\nNothing was written. Mend the lines above, then: npm run generate`);
  process.exitCode = 1;
}

// The tables of error codes come from packages/core/errors.json.
const { runErrorTables } = await import('./error-table.ts');
runErrorTables({ check });
