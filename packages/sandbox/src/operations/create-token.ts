import { hasMediaType } from '../http/request.ts';
import { jsonResponse } from '../http/response.ts';
import { ServiceError } from '../http/service-error.ts';
import type { OperationHandler } from './operation.ts';

/** The client credentials grant (section 5.3; errors as in RFC 6749, section 5.2). */
export const createToken: OperationHandler = async ({ request }, { credentials: { serviceAccount }, tokens }) => {
  if (!hasMediaType(request, 'application/x-www-form-urlencoded'))
    throw new ServiceError(415, 'invalid_request', 'The body must be application/x-www-form-urlencoded.');
  if (request.header('authorization') !== undefined)
    throw new ServiceError(
      400,
      'invalid_request',
      'Send client_id and client_secret as form fields, not in an Authorization header.',
    );
  const form = parseForm(await request.readBody());
  const [grant, id, secret] = ['grant_type', 'client_id', 'client_secret'].map((name) => form?.get(name));
  if (!grant || !id || !secret)
    throw new ServiceError(
      400,
      'invalid_request',
      'The fields grant_type, client_id and client_secret are required, each exactly once.',
    );
  if (grant !== 'client_credentials')
    throw new ServiceError(400, 'unsupported_grant_type', 'The only supported grant_type is client_credentials.');
  if (id !== serviceAccount.clientId || secret !== serviceAccount.clientSecret)
    throw new ServiceError(401, 'invalid_client', 'There is no service account with this client_id and client_secret.');
  const { token, lifetimeSeconds } = tokens.issue();
  const response = jsonResponse(
    JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds }),
  );
  return { ...response, headers: { ...response.headers, pragma: 'no-cache' } };
};

/** The fields of a form; undefined when a name occurs twice, which OAuth forbids (RFC 6749, section 3.2). */
function parseForm(body: Uint8Array): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}
