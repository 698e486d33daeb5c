import type { SandboxCredentials } from '../authenticate/credentials.ts';
import { curlExamples } from '../curl/curl-examples.ts';
import type { ListeningSandbox } from '../listen/create-sandbox.ts';
import type { PortableSandbox } from '../portable/portable-sandbox.ts';

/** One line for programs: URLs and credentials. */
export function announceJson({ urls, credentials }: ListeningSandbox): string {
  return `${JSON.stringify({ urls, credentials })}\n`;
}

/** URLs, credentials and one curl command per operation, with the names and ids of `examples`. */
export function announce(
  { urls, credentials }: ListeningSandbox,
  { examples, names, replaying }: Pick<PortableSandbox, 'examples' | 'names' | 'replaying'>,
  color: boolean,
): string {
  const bold = (text: string): string => (color ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[22m` : text);
  const row = (name: string, value: string): string => `  ${bold(name.padEnd(16))} ${value}`;
  return [
    '',
    bold('Syncline sandbox'),
    '',
    row('OData', urls.odata),
    row('v2', urls.v2),
    row('cloud', urls.cloud),
    row('tokens', urls.auth),
    row('control page', urls.control),
    ...(replaying === undefined ? [] : [row('replays', replaying)]),
    '',
    ...credentialRows(credentials).map(([name, value]) => row(name, value)),
    '',
    ...curlExamples(urls, credentials, examples, names).map(({ operationId, curl }) => row(operationId, dim(curl))),
    '',
    dim('Press Ctrl-C to stop.'),
    '',
    '',
  ].join('\n');
}

/** A new kind of credential does not compile until it is here. */
function credentialRows(credentials: SandboxCredentials): readonly (readonly [name: string, value: string])[] {
  const { basic, apiKey, userToken, personalAccessToken, serviceAccount, ...others } = credentials;
  others satisfies Record<string, never>;
  return [
    ['Basic', `${basic.username} : ${basic.password}`],
    ['API key', `${apiKey.headerName}: ${apiKey.value}`],
    ['user token', `${userToken.headerName}: ${userToken.value}`],
    ['access token', `${personalAccessToken.email} : ${personalAccessToken.token}`],
    ['service account', `${serviceAccount.clientId} : ${serviceAccount.clientSecret}`],
  ];
}
