import { operations, type securitySchemes } from '@syncline/openapi';
import type { LocatedOperation, OpenApiDocument } from '../documents.ts';
import { code, prose } from '../page.ts';

type Scheme = keyof typeof securitySchemes;

/** The code that creates the credential of each scheme. A new scheme does not compile until it is here. */
const credentials: Readonly<Record<Scheme, string>> = {
  basic: `import { basic } from '@syncline/auth';

const credential = basic({
  username: 'reader',
  password: process.env['SYNCLINE_PASSWORD'] ?? '',
});`,
  apiKeyHeader: `import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';

const credential = apiKeyHeader({
  name: vendorHeaderName('acme'), // x-acme-authtoken
  value: process.env['SYNCLINE_API_KEY'] ?? '',
});`,
  apiKeyQuery: `import { apiKeyQuery } from '@syncline/auth';

const credential = apiKeyQuery({
  value: process.env['SYNCLINE_API_KEY_QUERY'] ?? '',
});`,
  userToken: `import { apiKeyHeader } from '@syncline/auth';

const credential = apiKeyHeader({
  name: 'x-acme-authtoken', // the name that your server uses
  value: process.env['SYNCLINE_USER_TOKEN'] ?? '',
});`,
  personalAccessToken: `import { personalAccessToken } from '@syncline/auth';

const credential = personalAccessToken({
  email: 'reader@example.com',
  token: process.env['SYNCLINE_PERSONAL_ACCESS_TOKEN'] ?? '',
});`,
  clientCredentials: `import { clientCredentials } from '@syncline/auth';

const credential = clientCredentials({
  authUrl: 'https://auth.example.com',
  clientId: process.env['SYNCLINE_CLIENT_ID'] ?? '',
  clientSecret: process.env['SYNCLINE_CLIENT_SECRET'] ?? '',
});`,
};

/** Every scheme that the operation accepts, with the code that creates its credential. */
export function authentication(document: OpenApiDocument, { operation }: LocatedOperation): string {
  const schemes: readonly Scheme[] = operations[operation.operationId].security;
  if (schemes.length === 0)
    return 'None. The secret is part of the body. Pass the credential to the client whose calls need the token.';
  const described = schemes.map((scheme) => {
    const { description = '' } = (document.components['securitySchemes']?.[scheme] ?? {}) as { description?: string };
    return `### ${code(scheme)}\n\n${prose(description)}\n\n\`\`\`ts\n${credentials[scheme]}\n\`\`\``;
  });
  const count = schemes.length === 1 ? 'This scheme' : 'One of these schemes; the client sends exactly one.';
  return [`${count} [Authentication](/guides/authentication/) helps you to choose.`, ...described].join('\n\n');
}
