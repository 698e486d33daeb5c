import { ConfigError } from '@syncline/core';
import { securitySchemes, operations, type OperationId } from '@syncline/openapi';
import type { Credential } from './credential/credential.ts';

/** One way that the documents allow for an operation. */
export interface Alternative {
  /** Name of the security scheme in the documents. */
  readonly scheme: string;
  /** What makes such a credential. */
  readonly factory: string;
  /** Where it travels, as far as the documents say. */
  readonly carrier: string;
  /** Number of the decision record when the specification leaves something open. */
  readonly openQuestion: string | null;
}

/** What `explain` tells. */
export interface Explanation {
  readonly operationId: OperationId;
  /** The alternatives; empty for an operation that takes none. Exactly one is sent. */
  readonly allowed: readonly Alternative[];
  /** The alternative that the given credential is; null without a credential, and for one that the documents do not name here. */
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
/** Which credentials can be which scheme; a user token travels as its server's operator says. */
const also: Record<string, readonly string[]> = {
  userToken: ['apiKeyHeader', 'apiKeyQuery', 'clientCredentials'],
  personalAccessToken: ['basic'],
};

/**
 * Tells how an operation may be authenticated (section 5), and which of the alternatives a credential is.
 *
 * @throws ConfigError for an unknown operation.
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
  const { in: place, name, nameTemplate, openQuestion } = securitySchemes[scheme];
  const carrier = place
    ? `${place} ${name ?? nameTemplate}`
    : 'a header or query parameter that the specification does not name';
  return { scheme, factory: factories[scheme], carrier, openQuestion };
}
