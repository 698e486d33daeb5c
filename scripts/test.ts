// Why: `npm test` checks the whole checkout with one command: style, generated files, types, tests.
import { readArguments } from './arguments.ts';
import { runSteps } from './run-steps.ts';

readArguments('npm test. For one package: npm test -w @syncline/<name>. For one file: npx vitest run <file>', {});

const { passed, failed } = await runSteps(
  [
    {
      name: 'types',
      // The longest step comes first, so that the others run beside it. Each of several checkers checks what they share:
      // with two, it takes a quarter more processor time.
      command: 'tsc --checkers 1',
      fix: 'Repeat with `npm run typecheck`.',
    },
    { name: 'lint', command: 'node scripts/lint.ts', fix: 'Repeat with `npm run lint`.' },
    {
      name: 'generated files match openapi/',
      command: 'node scripts/generate.ts --check',
      fix: 'Run `npm run generate` and commit what it writes.',
    },
    {
      name: 'public surface',
      command: 'node scripts/public-api.ts --check',
      fix: 'Run `npm run generate`, and review the change of api/NAME.api.md as one that users see.',
    },
    {
      name: 'changesets',
      command: 'node --conditions=@syncline/source scripts/release-gate.ts',
      fix: 'Add the changeset above; `npm run release-gate` checks again.',
    },
    {
      name: 'documents',
      command:
        'node --conditions=@syncline/source --test packages/docs/test/written-figures.test.ts packages/docs/test/source-paths.test.ts',
      fix: 'Repeat one of them with `node --conditions=@syncline/source --test packages/docs/test/<name>.test.ts`.',
    },
    {
      name: 'recipes of changed packages',
      command: 'node --conditions=@syncline/source scripts/snippets.ts --recipes-of-changes',
      fix: 'Repeat one with `node --conditions=@syncline/source scripts/snippets.ts --recipes NAME`.',
    },
    {
      name: 'tests',
      command: 'vitest run',
      fix: 'Repeat one package with `npm test -w @syncline/<name>`, or one file with `npx vitest run <file>`.',
    },
  ],
  (step) => step.name.startsWith('tests'),
);
console.log(`\n${failed === 0 ? 'All is well' : 'Not all is well'}: ${passed} of ${passed + failed} steps passed.`);
process.exitCode = failed > 0 ? 1 : 0;
