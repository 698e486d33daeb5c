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
  const { basic, apiKey, userToken, personalAccessToken, serviceAccount } = credentials;
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
    row('Basic', `${basic.username} : ${basic.password}`),
    row('API key', `${apiKey.headerName}: ${apiKey.value}`),
    row('user token', `${userToken.headerName}: ${userToken.value}`),
    row('access token', `${personalAccessToken.email} : ${personalAccessToken.token}`),
    row('service account', `${serviceAccount.clientId} : ${serviceAccount.clientSecret}`),
    '',
    ...curlExamples(urls, credentials, examples, names).map(({ operationId, curl }) => row(operationId, dim(curl))),
    '',
    dim('Press Ctrl-C to stop.'),
    '',
    '',
  ].join('\n');
}
