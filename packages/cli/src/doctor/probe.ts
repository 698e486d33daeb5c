import type { Credential } from '@syncline/auth';
import {
  CallContext,
  ClientRequest,
  createRetryBudget,
  platformFetch,
  RequestError,
  requireSecureUrl,
  sendRequest,
  standardBudget,
  systemClock,
} from '@syncline/core';

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

const maxBodyBytes = 32 * 1024 * 1024;
const limits = {
  timeout: 30_000,
  deadline: 30_000,
  retries: 0,
  streaming: false,
  deadlineBoundsStream: false,
  signal: undefined,
};

/** Sends one GET: no redirect is followed, at most 32 MiB are read, and it ends after 30 s. Errors are told without the address. */
export async function probe(
  baseUrl: string,
  path: string,
  credential: Credential,
  allowInsecureHttp = false,
): Promise<Probe> {
  const url = `${baseUrl.replace(/\/$/, '')}${path}`;
  requireSecureUrl(url, { allowInsecureHttp, option: 'baseUrl' });
  const engine = {
    transport: platformFetch,
    budget: createRetryBudget(standardBudget),
    random: Math.random,
    maxBodyBytes,
    scrub: (text: string) => credential.scrub(text),
    prepare: (attempt: Parameters<Credential['apply']>[0]) => credential.apply(attempt),
  };
  const context = new CallContext(new ClientRequest(url, { method: 'GET' }), limits, systemClock);
  try {
    const response = await sendRequest(engine, context);
    const contentType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? null;
    return { status: response.status, contentType, ...parse(response.shownText()) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { status: 0, contentType: null, body: undefined, problem: error.name };
  } finally {
    context.end(undefined);
  }
}

function parse(text: string): Pick<Probe, 'body' | 'problem'> {
  try {
    return { body: JSON.parse(text) as unknown, problem: null };
  } catch {
    return { body: undefined, problem: text === '' ? 'the answer is empty' : 'the answer is no JSON' };
  }
}
