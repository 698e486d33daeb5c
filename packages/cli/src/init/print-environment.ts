import { environmentVariables } from '@syncline/auth';
import { addressVariable } from './layout.ts';
import type { InterfaceName, Services } from './project.ts';

const EXAMPLES: Readonly<Record<InterfaceName, string>> = {
  odata: 'https://sync.example.com/api.rsc',
  v2: 'https://sync.example.com',
  cloud: 'https://cloud.example.com',
};

/** The variables of user name and password, which OData and v2 share, and the other sets of an interface. */
const USER = environmentVariables('odata')[0] ?? [];
const setsOf = (name: InterfaceName): readonly (readonly string[])[] =>
  environmentVariables(name).filter((set) => set.join() !== USER.join());

/** The text of `.env.example`: the variables for the addresses and for every kind of credential, without secrets. */
export function printEnvironment(services: Services): string {
  const names = [...services.keys()];
  const onServer = names.filter((name) => name !== 'cloud');
  return [
    '# Copy this file to .env and keep .env out of git. Fill in exactly one credential for each interface.',
    '',
    ...names.map((name) => `${addressVariable(name)}=${services.get(name) ?? EXAMPLES[name]}`),
    ...(onServer.length === 0 ? [] : ['', `# Credential for ${onServer.join(' and ')}:`, ...USER.map(empty)]),
    ...names.flatMap((name) =>
      setsOf(name).flatMap((set, index) => {
        const isFirst = name === 'cloud' && index === 0;
        const title = isFirst ? `# Credential for ${name}:` : `# Or, for ${name}:`;
        return ['', title, ...set.map((variable) => (isFirst ? '' : '# ') + empty(variable))];
      }),
    ),
    '',
  ].join('\n');
}

function empty(variable: string): string {
  return `${variable}=`;
}
