import { parseDuration } from '@syncline/core/internal';
import type { OperationId, operations } from '@syncline/openapi';
import type { SandboxRequest } from '../http/request.ts';
import type { ResponsePlan, SandboxResponse } from '../http/response.ts';

/** Checks a value. Returns undefined if it is valid, otherwise the rest of a sentence, such as `must be a string`. */
export type Check = (value: unknown) => string | undefined;

/** What a setting is applied to. */
export interface FaultContext<Effect> {
  readonly effect: Effect;
  readonly operation: (typeof operations)[OperationId] | undefined;
  readonly request: SandboxRequest;
  /** The response of the service, without the fault. */
  readonly original: SandboxResponse;
}

/** The definition of one setting of a fault. */
export interface Setting<Effect, Value> {
  /** What the setting does, for the table in the README. */
  readonly summary: string;
  /** Examples of the value in code, for the same table. */
  readonly examples: readonly string[];
  readonly check: Check;
  /** How the value is read from a fault header. `number`: a whole number becomes a number, anything else stays text. */
  readonly header: 'number' | 'text' | 'duration';
  /** Settings that contradict this one. */
  readonly conflictsWith?: readonly string[];
  /** Whether the value replaces the whole response, so that it can be combined only with `delay`. */
  isExclusive?(value: Value): boolean;
  /** Changes the response. Settings are applied in the order of their table. */
  apply(response: SandboxResponse, value: Value, context: FaultContext<Effect>): SandboxResponse;
}

/** One entry for each setting of an effect: a setting without an entry does not compile. */
export type SettingTable<Effect> = {
  readonly [Name in keyof Effect]-?: Setting<Effect, Exclude<Effect[Name], undefined>>;
};

export function wholeNumber(min: number, max: number): Check {
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`;
}

export function oneOf(...known: readonly string[]): Check {
  return (value) => (known.includes(value as string) ? undefined : `must be one of ${known.join(', ')}`);
}

export function string(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : 'must be a string';
}

export function headerValue(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)
    ? undefined
    : 'must be a string of printable ASCII characters, as in a header';
}

export function duration(value: unknown): string | undefined {
  const rule = 'must be a duration such as 250 (milliseconds) or "2s"';
  if (typeof value !== 'number' && typeof value !== 'string') return rule;
  try {
    return parseDuration('', value) <= 3_600_000 ? undefined : 'must be at most one hour';
  } catch {
    return rule;
  }
}

/** The response with these headers added. Names are in lower case. */
export function withHeaders(response: SandboxResponse, headers: Readonly<Record<string, string>>): SandboxResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

export function withoutHeader(response: SandboxResponse, name: string): SandboxResponse {
  const { [name]: _, ...headers } = response.headers;
  return { ...response, headers };
}

export function withPlan(response: SandboxResponse, plan: ResponsePlan): SandboxResponse {
  return { ...response, plan: { ...response.plan, ...plan } };
}

/** Whether a response with this status has no body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
