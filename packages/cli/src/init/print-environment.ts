import { addressVariable } from './layout.ts';
import type { InterfaceName, Services } from './project.ts';

const EXAMPLES: Readonly<Record<InterfaceName, string>> = {
  odata: 'https://sync.example.com/api.rsc',
  v2: 'https://sync.example.com',
  cloud: 'https://cloud.example.com',
};

const USER = ['SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD'];

/** The sets of variables that `fromEnvironment` reads for an interface, except user name and password. */
const SETS: Readonly<Record<InterfaceName, readonly (readonly string[])[]>> = {
  odata: [['SYNCLINE_API_KEY', 'SYNCLINE_VENDOR'], ['SYNCLINE_API_KEY_QUERY']],
  v2: [
    ['SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_HEADER'],
    ['SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_PARAMETER'],
  ],
  cloud: [
    ['SYNCLINE_EMAIL', 'SYNCLINE_PERSONAL_ACCESS_TOKEN'],
    ['SYNCLINE_AUTH_URL', 'SYNCLINE_CLIENT_ID', 'SYNCLINE_CLIENT_SECRET'],
  ],
};

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
      SETS[name].flatMap((set, index) => {
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
