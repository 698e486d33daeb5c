import { attempt } from './attempt.ts';
import { authenticate } from './authenticate.ts';
import { conclude } from './conclude.ts';
import { deadline } from './deadline.ts';
import { guardRedirects } from './guard-redirects.ts';
import type { CallPolicy, RequestPolicy, SendCall, SendRequest, Settings } from './policy.ts';
import { report } from './report.ts';
import type { TransportInit } from './response.ts';
import { retry } from './retry.ts';

/** The way of a call, from the outside in. */
const callPolicies: readonly CallPolicy[] = [report, conclude, deadline, retry];

/** The way of each request of an attempt, down to the transport. Every hop of a redirect is authenticated by itself. */
const requestPolicies: readonly RequestPolicy[] = [guardRedirects, authenticate];

/** Puts the policies together into the one way of every call. */
export const createPipeline = (settings: Settings): SendCall => {
  const wire = requestPolicies.reduceRight((next, policy) => policy(settings, next), transport(settings));
  return callPolicies.reduceRight((next, policy) => policy(settings, next), attempt(settings, wire));
};

const transport =
  ({ transport: send }: Settings): SendRequest =>
  ({ url, method, headers, stopper, draft: { body } }) => {
    const init: Omit<TransportInit, 'signal'> = { method, headers, redirect: 'manual', ...(body === undefined ? undefined : { body }) };
    return send.withStop?.(url, init, stopper) ?? send(url, { ...init, signal: stopper.signal });
  };
