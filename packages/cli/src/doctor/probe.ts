import type { Credential } from '@syncline/auth';
import { readBody, requireSecureUrl } from '@syncline/auth/http';

/** What a GET answered: its status, its kind, and its JSON where it is JSON. Nothing of it is printed. */
export interface Probe {
  /** 0 where nothing answered. */
  readonly status: number;
  /** Without parameters. */
  readonly contentType: string | null;
  readonly body: unknown;
  /** Why there is no JSON to look at. */
  readonly problem: string | null;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Sends one GET: no redirect is followed, at most 32 MiB are read, and it ends after 30 s. Errors are told without the address. */
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
      problem: credential.scrub(error instanceof Error ? error.name : 'it failed'),
    };
  }
}

function parse(text: string): Pick<Probe, 'body' | 'problem'> {
  try {
    return { body: JSON.parse(text) as unknown, problem: null };
  } catch {
    return { body: undefined, problem: text === '' ? 'the answer is empty' : 'the answer is no JSON' };
  }
}
