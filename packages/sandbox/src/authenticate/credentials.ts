/** The credentials that the sandbox accepts, one entry per kind. */
export interface SandboxCredentials {
  readonly basic: { readonly username: string; readonly password: string };
  readonly apiKey: { readonly headerName: string; readonly value: string };
  readonly userToken: { readonly headerName: string; readonly value: string };
  readonly personalAccessToken: { readonly email: string; readonly token: string };
  readonly serviceAccount: { readonly clientId: string; readonly clientSecret: string };
}

/**
 * The credentials of a sandbox. They are the same in every sandbox: they protect nothing, and tests look for them in
 * logs.
 *
 * @param keyHeader - header of the user token (`v2.keyHeader` of the sandbox's options)
 * @param edgeCases - whether the password has a character beyond ASCII
 * @example
 * import { createCredentials } from '@syncline/sandbox/portable';
 * createCredentials('acme').apiKey.headerName; // 'x-acme-authtoken'
 */
export function createCredentials(
  vendor: string,
  keyHeader = `x-${vendor}-user-token`,
  edgeCases = false,
): SandboxCredentials {
  return {
    basic: { username: 'sandbox', password: edgeCases ? 'sandbox-password-Zürich' : 'sandbox-password-2e9d' },
    apiKey: { headerName: `x-${vendor}-authtoken`, value: 'sandbox-api-key-5f2c' },
    userToken: { headerName: keyHeader.toLowerCase(), value: 'sandbox-user-token-81bd' },
    personalAccessToken: { email: 'ada@example.com', token: 'sandbox-access-token-c93e' },
    serviceAccount: { clientId: 'sandbox-client', clientSecret: 'sandbox-client-secret-7a40' },
  };
}
