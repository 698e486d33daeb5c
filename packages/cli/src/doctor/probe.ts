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

const maxBodyBytes = 32 * 1024 * 1024;
const limits = {
  timeout: 30_000,
  deadline: 30_000,
  retries: 0,
  streaming: false,
  deadlineBoundsStream: false,
  signal: undefined,
};

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
    return { body: undefined, problem: text === '' ? 'the response is empty' : 'the response is not JSON' };
  }
}
