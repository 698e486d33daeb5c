// Why: packages/openapi is generated only from openapi/: types, tables, bundled documents, conformance vectors. `npm
// run generate` writes it, and everything else that is generated. `npm run generate -- --check` fails when a part
// differs from what it is generated from.
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { vectorFiles } from '../openapi/conformance/index.ts';
import { isCheck } from './arguments.ts';
import { sampleOverlays } from './code-samples.ts';
import { ProjectError } from './project-error.ts';

// Most of the time goes into loading the linter and the compiler: 1.0 s of processor time without the cache, 0.7 s with it.
enableCompileCache();
// The packages are not built yet when this runs, so the generator is loaded from its sources.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@syncline/source'] }),
});
const { findDrift, GenerateError, generateFiles, loadProject, writeFiles } = await import('@syncline/cli/generate');

const root = fileURLToPath(new URL('..', import.meta.url));
const check = isCheck('npm run generate --');

try {
  process.chdir(root);
  const descriptions = await loadProject(fileURLToPath(new URL('../openapi/redocly.yaml', import.meta.url)));
  const generated = generateFiles(descriptions);
  const parts = [
    ['packages/openapi', generated],
    ['packages/openapi/conformance', vectorFiles()],
    ['packages/openapi/overlays', sampleOverlays(generated)],
  ] as const;
  const touched: string[] = [];
  for (const [folder, part] of parts) {
    const { changed, missing, extra } = await (check ? findDrift : writeFiles)(folder, part);
    touched.push(
      ...changed.map((path) => `changed ${folder}/${path}`),
      ...missing.map((path) => `new     ${folder}/${path}`),
      ...extra.map((path) => `extra   ${folder}/${path}`),
    );
  }
  for (const line of touched) console.log(line);
  if (check && touched.length > 0) {
    console.error('packages/openapi differs from what openapi/ describes. Fix it with: npm run generate');
    process.exitCode = 1;
  } else {
    console.log(
      `${parts.reduce((count, [, part]) => count + part.size, 0)} files in packages/openapi, ${touched.length} ${check ? 'differ' : 'written'}`,
    );
  }

  // The tables of error codes come from packages/core/errors.json.
  const { runErrorTables } = await import('./error-table.ts');
  runErrorTables({ check });

  // The query options of the client come from the calls that the documents name.
  const { runQueryOptions } = await import('./query-options.ts');
  runQueryOptions(generated, { check });

  // The table of the guide to callbacks comes from packages/core/callbacks.json.
  const { runCallbackTable } = await import('./callback-table.ts');
  runCallbackTable({ check });

  // The index of the commands comes from their files, and the tables from the index.
  const { runCommandIndex } = await import('./command-index.ts');
  await runCommandIndex({ check });
  const { runCommandTables } = await import('./command-reference.ts');
  runCommandTables({ check });

  // The table of dependencies comes from the manifests, the lockfile and the installed packages.
  (await import('./dependency-table.ts')).runDependencyTable({ check });

  // The changelog of all packages comes from those of the packages.
  (await import('./changelog.ts')).runChangelog({ check });

  // The pages of the report, the monitor and the sandbox are packed from their scripts and styles.
  const { runPages } = await import('./pages.ts');
  await runPages({ check });

  // The check of the public surface is a step of its own in `npm test`, because it takes as long as all of the above.
  if (!check) (await import('./public-api.ts')).runPublicApi({ check });
} catch (error) {
  if (!(error instanceof GenerateError || error instanceof ProjectError)) throw error;
  console.error(`${error.message}\nFix the lines above, then: npm run generate`);
  process.exitCode = 1;
}
