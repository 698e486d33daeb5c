import type { Credential } from '@syncline/auth';
import {
  CallContext,
  type Clock,
  ClientRequest,
  createRetryBudget,
  isSynclineError,
  nextMember,
  nextTarget,
  requireSecureUrl,
  sendRequest,
  standardBudget,
  type SynclineError,
} from '@syncline/core/internal';
import { isNetworkError, isTimeoutError } from '@syncline/client';
import type { Route } from './route.ts';

/** Where and how to send requests. */
export interface Service {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly allowInsecureHttp: boolean;
  readonly route: Route;
  readonly clock: Clock;
}

/** Why there is no response. */
export type Failure =
  | { readonly kind: 'network'; readonly reason: string; readonly message: string }
  | { readonly kind: 'time limit' }
  | { readonly kind: 'other'; readonly name: string };

/** The response to one GET request. The body is never printed. */
export interface Probe {
  /** 0 if there was no response. */
  readonly status: number;
  /** The media type without parameters. */
  readonly contentType: string | null;
  readonly body: unknown;
  /** Whether a list continues on another page. */
  readonly hasNextLink: boolean;
  /** Why the body could not be parsed as JSON; null if it could. */
  readonly problem: string | null;
  readonly failure: Failure | null;
  readonly isHtml: boolean;
  /** Whether the body is a form that asks for a password. */
  readonly isLoginForm: boolean;
  /** Where a redirect leads, without its query. */
  readonly location: string | null;
  /** The authentication schemes that a 401 offers. */
  readonly offers: readonly string[];
}

/** The time limit of each request. */
export const requestSeconds = 10;

const maxBodyBytes = 32 * 1024 * 1024;
const limits = {
  timeout: requestSeconds * 1000,
  deadline: requestSeconds * 1000,
  retries: 0,
  signal: undefined,
};

/**
 * Sends one GET request. It does not follow redirects, reads at most 32 MiB, and stops after 10 s. The result never
 * contains a query string or a secret.
 *
 * @param query - query parameters, such as `['$filter', "connectorid eq 'shop'"]`
 */
export async function probe(
  { baseUrl, credential, allowInsecureHttp, route, clock }: Service,
  path: string,
  query: readonly (readonly [string, string])[] = [],
): Promise<Probe> {
  const address = `${baseUrl}${path}`;
  requireSecureUrl(address, { allowInsecureHttp, option: 'baseUrl' });
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const engine = {
    transport: route.transport,
    budget: createRetryBudget(standardBudget),
    random: Math.random,
    maxBodyBytes,
    scrub: (text: string) => credential.scrub(text),
    prepare: (attempt: Parameters<Credential['apply']>[0]) => credential.apply(attempt),
  };
  const url = search === '' ? address : `${address}?${search}`;
  const context = new CallContext(new ClientRequest(url, { method: 'GET' }), limits, clock);
  try {
    const response = await sendRequest(engine, context);
    const text = response.shownText();
    const contentType = word(response.headers.get('content-type')?.split(';')[0]?.trim());
    const parsed = parse(text);
    return {
      status: response.status,
      contentType,
      ...parsed,
      hasNextLink:
        nextTarget(response.headers.get('link'), url) !== undefined || nextMember(Object(parsed.body)) !== undefined,
      failure: null,
      isHtml: contentType === 'text/html' || /^\s*<(!doctype html|html)\b/i.test(text.slice(0, 500)),
      isLoginForm: /<input[^>]{0,200}type\s*=\s*["']?password/i.test(text.slice(0, 200_000)),
      location: redirectTarget(address, response.headers.get('location'), credential),
      offers:
        (response.headers.get('www-authenticate') ?? '').match(/(?<=^|,\s*)[A-Za-z][\w-]{0,20}(?=[\s,]|$)/g) ?? [],
    };
  } catch (error) {
    if (!isSynclineError(error) || !('attempts' in error)) throw error;
    const failure = failureOf(error);
    const problem = error.name;
    return { ...nothing, problem, failure };
  } finally {
    context.end(undefined);
  }
}

const nothing = {
  status: 0,
  contentType: null,
  body: undefined,
  hasNextLink: false,
  isHtml: false,
  isLoginForm: false,
  location: null,
  offers: [],
};

function failureOf(error: SynclineError): Failure {
  if (isTimeoutError(error)) return { kind: 'time limit' };
  if (!isNetworkError(error)) return { kind: 'other', name: error.name };
  const message = (error.cause as Error | undefined)?.message ?? '';
  // OpenSSL's codes for alerts contain a slash, which `reason` does not keep; its message names the alert too.
  const alert = /SSL routines:[^:]*:([\w /-]{1,60})/.exec(message)?.[1];
  return { kind: 'network', reason: error.reason ?? alert ?? '', message };
}

/** Anything that does not look like a media type is hidden. */
const word = (text: string | undefined): string | null =>
  text !== undefined && /^[\w.+/-]{1,80}$/.test(text) ? text.toLowerCase() : null;

function redirectTarget(from: string, location: string | null, credential: Credential): string | null {
  if (location === null || !URL.canParse(location, from)) return null;
  const { protocol, host, pathname } = new URL(location, from);
  return credential.scrub(`${protocol}//${host}${pathname}`).slice(0, 200);
}

function parse(text: string): Pick<Probe, 'body' | 'problem'> {
  try {
    return { body: JSON.parse(text) as unknown, problem: null };
  } catch {
    return { body: undefined, problem: text === '' ? 'the response is empty' : 'the response is not JSON' };
  }
}
