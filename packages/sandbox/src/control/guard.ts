import { hasMediaType, type SandboxRequest } from '../http/request.ts';

const loopbackName = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns why a request may not use the control page, or undefined if it may. A page of another site cannot use it: the
 * name in `Host` must be a loopback name (against DNS rebinding), `Origin` and `Sec-Fetch-Site` must be those of the
 * page itself, and a request that changes something must be JSON, which a form of another site cannot send.
 */
export function forbiddenReason(request: SandboxRequest): string | undefined {
  const host = request.header('host');
  if (!request.loopback) return 'The control page is available on this machine only.';
  if (host !== undefined && !loopbackName.test(host)) return 'The control page is available under loopback names only.';
  const origin = request.header('origin');
  if (origin !== undefined && origin !== `http://${host}`) return 'The control page is not available to other sites.';
  const site = request.header('sec-fetch-site');
  const opened = request.method === 'GET' && request.header('sec-fetch-mode') === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opened)
    return 'The control page is not available to other sites.';
  if (request.method !== 'POST') return undefined;
  return hasMediaType(request, 'application/json') ? undefined : 'Send application/json.';
}
