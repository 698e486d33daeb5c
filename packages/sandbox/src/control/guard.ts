import type { PlainRequest } from '../contract.ts';

const loopbackName = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Why a request may not reach the control page, or undefined when it may. A page elsewhere cannot drive it: the name in `Host` must be
 * a loopback one (against rebound DNS names), `Origin` and `Sec-Fetch-Site` must tell of the page itself, and what changes
 * something must be JSON, which no form of another site can send.
 */
export function refusal(request: PlainRequest): string | undefined {
  const host = request.header('host');
  if (!request.loopback) return 'The control page answers this machine only.';
  if (host !== undefined && !loopbackName.test(host)) return 'The control page answers to loopback names only.';
  const origin = request.header('origin');
  if (origin !== undefined && origin !== `http://${host}`) return 'The control page answers no other site.';
  const site = request.header('sec-fetch-site');
  const opened = request.method === 'GET' && request.header('sec-fetch-mode') === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opened)
    return 'The control page answers no other site.';
  if (request.method !== 'POST') return undefined;
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? undefined : 'Send application/json.';
}
