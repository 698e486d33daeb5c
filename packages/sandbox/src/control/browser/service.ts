import type { SandboxCredentials } from '../../authenticate/credentials.ts';
import type { CurlExample } from '../../curl/curl-examples.ts';
import { $, ask, command, copyButton, make } from './tools.ts';

/** The answer of `GET service`. */
interface Service {
  readonly urls: Readonly<Record<string, string>>;
  readonly credentials: SandboxCredentials;
  readonly calls: readonly CurlExample[];
  readonly replaying: string | null;
}

const addressNames = { odata: 'OData', v2: 'v2', cloud: 'Cloud', auth: 'Tokens' };

function entry(name: string, value: string, note?: string): HTMLElement[] {
  return [
    make('dt', '', name, ...(note === undefined ? [] : [make('small', '', note)])),
    make('dd', '', make('code', '', value), copyButton(name, value)),
  ];
}

function credentialEntries(credentials: SandboxCredentials): HTMLElement[] {
  const { apiKey, userToken, basic, personalAccessToken, serviceAccount } = credentials;
  return [
    ...entry('API key', apiKey.value, apiKey.headerName),
    ...entry('User token', userToken.value, userToken.headerName),
    ...entry('Basic user name', basic.username),
    ...entry('Basic password', basic.password),
    ...entry('E-mail', personalAccessToken.email, 'Basic user name of the cloud interface'),
    ...entry('Personal access token', personalAccessToken.token, 'Basic password of the cloud interface'),
    ...entry('Client id', serviceAccount.clientId, 'service account'),
    ...entry('Client secret', serviceAccount.clientSecret, 'service account'),
  ];
}

/** Shows the addresses, the credentials and a curl command for each operation. */
export async function showService(): Promise<void> {
  const { urls, credentials, calls, replaying } = await ask<Service>('GET', 'service');
  $('replaying').hidden = replaying === null;
  $('replaying').textContent =
    `Replays ${replaying}. Every credential is accepted. The response to any request that was not recorded is a 501.`;
  $('addresses').replaceChildren(
    ...Object.entries(addressNames).flatMap(([key, name]) => entry(name, urls[key] ?? '')),
  );
  $('credentials').replaceChildren(...credentialEntries(credentials));
  $('calls').replaceChildren(
    ...calls.map(({ operationId, curl }) =>
      make('li', '', make('h4', '', operationId), command(`the call of ${operationId}`, curl)),
    ),
  );
  const [first] = calls;
  if (first !== undefined) $('first-call').replaceChildren(command(`the call of ${first.operationId}`, first.curl));
}
