import { createSandbox } from '@syncline/sandbox';
import { onTestFinished } from 'vitest';
import { commonYaml, environmentYaml, folderWith, token } from '../../support/set-up.ts';

/** A sandbox that listens, a configuration for it, and the variables that a server needs. */
export async function servedSandbox() {
  const sandbox = createSandbox({ seed: 7, scale: { jobs: 12, history: 200 }, life: false, edgeCases: false });
  const { urls, credentials } = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  const file = folderWith(
    `environments:\n${environmentYaml('production', { urls, credentials })}${commonYaml}mcp: { token: { env: T } }\n`,
  );
  const variables = { P: credentials.basic.password, T: token };
  return { sandbox, file, variables };
}

/** The arguments that run the server from its sources. */
export const program = [
  '--conditions=@syncline/source',
  '--disable-warning=ExperimentalWarning',
  new URL('../../../src/bin.ts', import.meta.url).pathname,
];
