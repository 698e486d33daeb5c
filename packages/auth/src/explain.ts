import { ConfigError } from '@syncline/core/internal';
import { securitySchemes, operations, type OperationId } from '@syncline/openapi';
import type { Credential } from './credential/credential.ts';

/** One security scheme that the documents allow for an operation. */
export interface Alternative {
  /** Name of the security scheme in the documents. */
  readonly scheme: string;
  /** The call that creates such a credential. */
  readonly factory: string;
  /** Where the secret is sent, as far as the documents say. */
  readonly carrier: string;
  /** Number of the decision record if the specification leaves something open. */
  readonly openQuestion: string | null;
}

/** What `explain` returns. */
export interface Explanation {
  readonly operationId: OperationId;
  /** The alternatives, of which exactly one is sent. Empty for an operation without authentication. */
  readonly allowed: readonly Alternative[];
  /**
   * The alternative that the given credential is. Null without a credential, or if the documents do not allow it here.
   */
  readonly sent: Alternative | null;
}

const factories: Record<keyof typeof securitySchemes, string> = {
  basic: 'basic({ username, password })',
  apiKeyHeader: 'apiKeyHeader({ name: vendorHeaderName(vendor), value })',
  apiKeyQuery: 'apiKeyQuery({ value })',
  userToken: 'apiKeyHeader({ name, value }) or apiKeyQuery({ name, value })',
  personalAccessToken: 'personalAccessToken({ email, token })',
  clientCredentials: 'clientCredentials({ authUrl, clientId, clientSecret }) or bearer(token)',
};
/** Other credentials that a scheme accepts. How a user token is sent depends on the server. */
const also: Record<string, readonly string[]> = {
  userToken: ['apiKeyHeader', 'apiKeyQuery', 'clientCredentials'],
  personalAccessToken: ['basic'],
};

/**
 * Returns the security schemes that an operation accepts (section 5), and which of them a credential is.
 *
 * @throws ConfigError if the operation is unknown.
 *
 * @example
 * ```ts
 * import { basic, explain } from '@syncline/auth';
 *
 * explain('listHistory').allowed.map(({ scheme }) => scheme); // ["basic", "apiKeyHeader", "apiKeyQuery"]
 * explain('listHistory', basic({ username: 'admin', password: 'secret' })).sent?.carrier; // "header Authorization"
 * ```
 */
export function explain(operationId: OperationId, credential?: Credential): Explanation {
  if (!Object.hasOwn(operations, operationId))
    throw new ConfigError('operationId', `must be one of ${Object.keys(operations).join(', ')}`);
  const allowed = operations[operationId].security.map(alternative);
  const sent = allowed.find(
    ({ scheme }) => credential && (scheme === credential.scheme || also[scheme]?.includes(credential.scheme)),
  );
  return { operationId, allowed, sent: sent ?? null };
}

function alternative(scheme: keyof typeof securitySchemes): Alternative {
  const { in: location, name, nameTemplate, openQuestion } = securitySchemes[scheme];
  const carrier = location
    ? `${location} ${name ?? nameTemplate}`
    : 'a header or query parameter that the specification does not name';
  return { scheme, factory: factories[scheme], carrier, openQuestion };
}
