import type { SandboxRequest } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';

/** A host name of the internet. Single names, addresses, and the names of private networks and tests are not. */
const publicName = /\.(?!(?:localhost|internal|local|test)\.?(?::|$))[a-z][a-z0-9-]*\.?(?::\d{1,5})?$/i;

/**
 * Returns why a recording is not replayed to a request, or undefined if it is. A replay accepts every credential, so a
 * web page could read the recording if its own host name led to this machine (DNS rebinding). Then the name in `Host` is
 * one of the internet, although the request came from this machine.
 */
export function reboundReason(request: SandboxRequest): ServiceError | undefined {
  if (!request.loopback || request.isProxied || !publicName.test(request.header('host') ?? '')) return undefined;
  return new ServiceError(
    421,
    'MisdirectedRequest',
    'A recording is not replayed under a host name of the internet. Use localhost, an address, or a name ending in .test.',
  );
}
