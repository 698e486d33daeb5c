import { operations, type OperationId } from '@syncline/openapi';
import { createCredentials, urlsOf } from '@syncline/sandbox/portable';

const urls = urlsOf('http://127.0.0.1:8080');
const { basic, personalAccessToken, serviceAccount } = createCredentials('acme');
const reader = { SYNCLINE_USERNAME: basic.username, SYNCLINE_PASSWORD: basic.password };

const variables = {
  odata: { SYNC_URL: urls.odata, ...reader },
  v2: { SYNC_URL: urls.v2, ...reader },
  cloud: {
    SYNC_URL: urls.cloud,
    SYNCLINE_EMAIL: personalAccessToken.email,
    SYNCLINE_PERSONAL_ACCESS_TOKEN: personalAccessToken.token,
  },
  auth: {
    SYNCLINE_AUTH_URL: urls.auth,
    SYNCLINE_CLIENT_ID: serviceAccount.clientId,
    SYNCLINE_CLIENT_SECRET: serviceAccount.clientSecret,
  },
} as const;

/** The variables that the curl command of an operation needs for a sandbox on port 8080. */
export function sandboxVariables(id: OperationId): string {
  const { server, interface: name } = operations[id];
  return Object.entries(variables[server === 'auth' ? 'auth' : name])
    .map(([variable, value]) => `export ${variable}='${value}'`)
    .join('\n');
}
