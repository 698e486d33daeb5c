/** The parts of oidc-provider (which ships no types) that the tests use. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';
  interface AccessToken {
    destroy(): Promise<void>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    readonly ClientCredentials: { find(value: string): Promise<AccessToken | undefined> };
  }
}
