// Why: one command for all checks that do not run code: style, the direction of imports, the description.
import { readArguments } from './arguments.ts';
import { runSteps } from './run-steps.ts';

readArguments('npm run lint', {});

const { failed } = await runSteps(
  [
    { name: 'format (biome)', command: 'biome format .', fix: 'Run `npm run format`.' },
    {
      name: 'sources (oxlint)',
      command: 'oxlint --deny-warnings',
      fix: 'Read the messages above; `npx oxlint --fix` fixes some of them.',
    },
    {
      name: 'browser code (tsc)',
      command: 'tsc -p tsconfig.browser.json',
      fix: 'Code of a page uses what browsers have: `npx tsc -p tsconfig.browser.json` checks again.',
    },
    {
      name: 'direction of imports',
      command: 'node scripts/boundaries.ts',
      fix: 'Move the import; `npm run boundaries` checks again.',
    },
    {
      name: 'OpenAPI documents (redocly)',
      command: 'redocly lint odata v2 cloud --config openapi/redocly.yaml --max-problems 50',
      fix: 'Change openapi/; `npm run lint` checks again.',
    },
  ],
  () => false,
);
process.exitCode = failed > 0 ? 1 : 0;
