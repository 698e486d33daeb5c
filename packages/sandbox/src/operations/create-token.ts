import { jsonText } from '../http/answers.ts';
import { parseForm } from '../http/form.ts';
import { isMediaType } from '../http/media-type.ts';
import { Refusal } from '../http/refusal.ts';
import type { Operation } from './call.ts';

/** The client credentials grant (section 5.3; errors by RFC 6749, 5.2). */
export const createToken: Operation = async ({ request }, { credentials: { serviceAccount }, tokens }) => {
  if (!isMediaType(request.header('content-type'), 'application/x-www-form-urlencoded')) {
    throw new Refusal(415, 'invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  if (request.header('authorization') !== undefined) {
    throw new Refusal(
      400,
      'invalid_request',
      'The client authenticates by the fields client_id and client_secret, not by an Authorization header.',
    );
  }
  const form = parseForm(await request.readBody());
  const [grant, id, secret] = ['grant_type', 'client_id', 'client_secret'].map((name) => form?.get(name));
  if (!grant || !id || !secret) {
    throw new Refusal(
      400,
      'invalid_request',
      'The fields grant_type, client_id and client_secret are required, each once.',
    );
  }
  if (grant !== 'client_credentials')
    throw new Refusal(400, 'unsupported_grant_type', 'The only grant_type here is client_credentials.');
  if (id !== serviceAccount.clientId || secret !== serviceAccount.clientSecret) {
    throw new Refusal(401, 'invalid_client', 'There is no service account of this Client Id and Client Secret.');
  }
  const { token, lifetimeSeconds } = tokens.issue();
  const answer = jsonText(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds }));
  return { ...answer, headers: { ...answer.headers, pragma: 'no-cache' } };
};
