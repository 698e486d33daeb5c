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
/** The header of a request after the credential. */
export const bearer = async (credential: Credential, changes: Partial<CredentialRequest> = {}) => {
  const sent = request(changes);
  await credential.apply(sent);
  return sent.headers['authorization'];
};
/** Responses with a new token for each request. */
export const grant = (expires_in?: unknown) => (count: number) => ({
  body: { access_token: `token-${count}`, token_type: 'bearer', expires_in },
});
/** Token requests in the order in which they leave. */
export const counted = () => {
  const asked: string[] = [];
  const send: NonNullable<ClientCredentialsOptions['fetch']> = (url, init) => (asked.push(url), fetch(url, init));
  return { asked, send };
};
