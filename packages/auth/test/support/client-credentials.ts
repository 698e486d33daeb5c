import {
  clientCredentials,
  type ClientCredentialsOptions,
  type Credential,
  type CredentialRequest,
} from '../../src/index.ts';
import { request } from './credential-request.ts';

/** The credential that most tests need. */
export const make = (url: string, options: Partial<ClientCredentialsOptions> = {}) =>
  clientCredentials({ authUrl: url, clientId: 'service', clientSecret: 'secret', ...options });
/** The `authorization` header that the credential sets on a request. */
export const bearer = async (credential: Credential, changes: Partial<CredentialRequest> = {}) => {
  const sent = request(changes);
  await credential.apply(sent);
  return sent.headers['authorization'];
};
/** Responses that return a new token for each request. */
export const grant = (expires_in?: unknown) => (count: number) => ({
  body: { access_token: `token-${count}`, token_type: 'bearer', expires_in },
});
/** Records token requests in the order in which they are sent. */
export const counted = () => {
  const asked: string[] = [];
  const send: NonNullable<ClientCredentialsOptions['fetch']> = (url, init) => (asked.push(url), fetch(url, init));
  return { asked, send };
};
