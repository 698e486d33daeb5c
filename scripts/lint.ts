// Why: one command for every rule that needs no running code: style, the direction of imports, the description.
import { runSteps } from './run-steps.ts';

const { failed } = await runSteps(
  [
    { name: 'format (biome)', command: 'biome format .', mend: 'Run `npm run format`.' },
    {
      name: 'sources (oxlint)',
      command: 'oxlint --deny-warnings',
      mend: 'Read what stands above; `npx oxlint --fix` mends some of it.',
    },
    {
      name: 'direction of imports',
      command: 'node scripts/boundaries.ts',
      mend: 'Move the import; `npm run boundaries` checks again.',
    },
    {
      name: 'OpenAPI documents (redocly)',
      command: 'redocly lint odata v2 cloud --config openapi/redocly.yaml --max-problems 50',
      mend: 'Change openapi/; `npm run lint` checks again.',
    },
  ],
  () => false,
);
process.exitCode = failed > 0 ? 1 : 0;
