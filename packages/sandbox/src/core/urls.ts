import { prefixes } from '../routes/router.ts';
import { controlPrefix } from '../service/service.ts';

/** Base addresses of the interfaces: what a client is given as `baseUrl` or `authUrl`. */
export interface SandboxUrls {
  readonly odata: string;
  readonly v2: string;
  readonly cloud: string;
  readonly auth: string;
  /** The control page. */
  readonly control: string;
}

/**
 * The addresses of a sandbox that listens, by its origin.
 *
 * @example
 * import { urlsOf } from '@syncline/sandbox/core';
 * urlsOf('http://127.0.0.1:8080').odata; // 'http://127.0.0.1:8080/odata'
 */
export function urlsOf(origin: string): SandboxUrls {
  const { odata, v2, cloud, auth } = prefixes;
  return {
    odata: origin + odata,
    v2: origin + v2,
    cloud: origin + cloud,
    auth: origin + auth,
    control: `${origin}${controlPrefix}/`,
  };
}
