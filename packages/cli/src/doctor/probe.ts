import type { Credential } from '@syncline/auth';
import { readBody, requireSecureUrl } from '@syncline/auth/http';

/**
 * The response to a GET request: status, content type, and the parsed body if it is JSON. The body is never printed.
 */
export interface Probe {
  /** 0 when there was no response. */
  readonly status: number;
  /** The media type without parameters. */
  readonly contentType: string | null;
  readonly body: unknown;
  /** Why the body could not be read as JSON; null if it could. */
  readonly problem: string | null;
}

const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Sends one GET request. It follows no redirect, reads at most 32 MiB, and stops after 30 s. Errors do not contain the
 * URL.
 */
export async function probe(
  baseUrl: string,
  path: string,
  credential: Credential,
  allowInsecureHttp = false,
): Promise<Probe> {
  const draft = {
    url: `${baseUrl.replace(/\/$/, '')}${path}`,
    method: 'GET',
    headers: { accept: 'application/json' } as Record<string, string>,
  };
  requireSecureUrl(draft.url, { allowInsecureHttp, option: 'baseUrl' });
  await credential.apply(draft);
  try {
    const response = await fetch(draft.url, {
      headers: draft.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const contentType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? null;
    const text = new TextDecoder().decode(await readBody(response, MAX_BYTES));
    return { status: response.status, contentType, ...parse(text) };
  } catch (error) {
    return {
      status: 0,
      contentType: null,
      body: undefined,
      problem: credential.scrub(error instanceof Error ? error.name : 'the request failed'),
    };
  }
}

function parse(text: string): Pick<Probe, 'body' | 'problem'> {
  try {
    return { body: JSON.parse(text) as unknown, problem: null };
  } catch {
    return { body: undefined, problem: text === '' ? 'the response is empty' : 'the response is not JSON' };
  }
}
