/** Shows the addresses, the credentials and a curl command for each operation. */
export const serviceScript = String.raw`import { $, ask, command, copyButton, make } from './tools.js';

const addressNames = { odata: 'OData', v2: 'v2', cloud: 'Cloud', auth: 'Tokens' };

const entry = (name, value, note) => [
  make('dt', '', name, ...(note ? [make('small', '', note)] : [])),
  make('dd', '', make('code', '', value), copyButton(name, value)),
];

const credentialEntries = ({ apiKey, userToken, basic, personalAccessToken, serviceAccount }) => [
  ...entry('API key', apiKey.value, apiKey.headerName),
  ...entry('User token', userToken.value, userToken.headerName),
  ...entry('Basic user name', basic.username),
  ...entry('Basic password', basic.password),
  ...entry('E-mail', personalAccessToken.email, 'Basic user name of the cloud interface'),
  ...entry('Personal access token', personalAccessToken.token, 'Basic password of the cloud interface'),
  ...entry('Client id', serviceAccount.clientId, 'service account'),
  ...entry('Client secret', serviceAccount.clientSecret, 'service account'),
];

export const showService = async () => {
  const { urls, credentials, calls, replaying } = await ask('GET', 'service');
  $('replaying').hidden = replaying === null;
  $('replaying').textContent = 'Replays ' + replaying + '. Every credential is accepted. The response to any request that was not recorded is a 501.';
  $('addresses').replaceChildren(...Object.entries(addressNames).flatMap(([key, name]) => entry(name, urls[key])));
  $('credentials').replaceChildren(...credentialEntries(credentials));
  $('calls').replaceChildren(...calls.map(({ operationId, curl }) =>
    make('li', '', make('h4', '', operationId), command('the call of ' + operationId, curl))));
  const [first] = calls;
  $('first-call').replaceChildren(command('the call of ' + first.operationId, first.curl));
};
`;
