import { controlPath } from '../control/control.ts';
import { prefixes } from '../service/router.ts';

/** Base URLs of the interfaces, for the `baseUrl` and `authUrl` of a client. */
export interface SandboxUrls {
  readonly odata: string;
  readonly v2: string;
  readonly cloud: string;
  readonly auth: string;
  /** The control page. */
  readonly control: string;
}

/**
 * The base URLs of a sandbox that listens at an origin.
 *
 * @example
 * import { urlsOf } from '@syncline/sandbox/portable';
 * urlsOf('http://127.0.0.1:8080').odata; // 'http://127.0.0.1:8080/odata'
 */
export function urlsOf(origin: string): SandboxUrls {
  const { odata, v2, cloud, auth } = prefixes;
  return {
    odata: origin + odata,
    v2: origin + v2,
    cloud: origin + cloud,
    auth: origin + auth,
    control: `${origin}${controlPath}/`,
  };
}
