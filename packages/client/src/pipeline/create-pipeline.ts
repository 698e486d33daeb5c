import { attempt } from './attempt.ts';
import { conclude } from './conclude.ts';
import { deadline } from './deadline.ts';
import { createExchange } from './exchange.ts';
import type { CallPolicy, SendCall, Settings } from './policy.ts';
import { report } from './report.ts';
import { retry } from './retry.ts';

/** The way of a call, from the outside in. What an attempt sends is in `exchange.ts`. */
const policies: readonly CallPolicy[] = [report, conclude, deadline, retry];

/** Puts the policies together into the one way of every call. */
export function createPipeline(settings: Settings): SendCall {
  return policies.reduceRight((next, policy) => policy(settings, next), attempt(settings, createExchange(settings)));
}
