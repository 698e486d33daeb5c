import { operations, type OperationId } from '@syncline/openapi';
import type { Answer, Fault, PlainRequest } from '../contract.ts';
import { parseDuration } from '../life/duration.ts';
import { bodyTypes, makeBody } from './bodies.ts';
import { brotli } from './brotli.ts';
import { dripped, shortened } from './cut-body.ts';
import { errorBody } from './error-body.ts';
import { compressed } from './gzip.ts';
import { httpDate } from './http-date.ts';
import { escapeJson, fillIn, targetOf } from './request-account.ts';
import type { FaultEffect } from './rule.ts';

/** An effect on its way to one answer. */
export interface TakenFault extends Fault {
  readonly effect: FaultEffect;
  readonly operationId: OperationId | undefined;
  readonly request: PlainRequest;
  /** Why a fault header could not be read; the answer then says so. */
  readonly problem?: string;
}

const bodiless = new Set([204, 205, 304]);

/** The answer as the fault makes it. */
export function applyFault(fault: TakenFault, proper: Answer): Answer {
  const { effect, request } = fault;
  const status = effect.status ?? (effect.redirect === undefined ? proper.status : 302);
  const headers: Record<string, string | readonly string[]> = { ...proper.headers, ...addedHeaders(effect, request) };
  let body = bodiless.has(status) ? '' : bodyOf(fault, status, proper);
  if (body !== proper.body) {
    delete headers['content-length'];
    if (proper.status !== status && effect.contentType === undefined) headers['content-type'] = 'application/json';
  }
  const type =
    effect.contentType ?? (effect.contentType === undefined && effect.body ? bodyTypes[effect.body] : undefined);
  if (type !== undefined) headers['content-type'] = type;
  else if (effect.contentType === null) delete headers['content-type'];
  if (!bodiless.has(status)) {
    const encoding = effect.gzip !== undefined ? 'gzip' : effect.brotli !== undefined ? 'br' : undefined;
    if (encoding !== undefined) {
      headers['content-encoding'] = encoding;
      delete headers['content-length'];
    }
    if (effect.gzip !== undefined && effect.gzip !== 'none') body = compressed(body, effect.gzip);
    if (effect.brotli !== undefined) body = brotli(body, effect.brotli);
  }
  return onTheWire(effect, { ...proper, status, headers, body });
}

/** What becomes of the answer's bytes on their way. */
function onTheWire(effect: FaultEffect, answer: Answer): Answer {
  const { delay, headerDrip, outage, earlyHints, raw, drip, cutAfter, socket } = effect;
  const wired: Answer = {
    ...answer,
    ...(delay !== undefined && { delayMs: parseDuration(delay) }),
    ...(headerDrip !== undefined && { headerDripMs: parseDuration(headerDrip) }),
    ...(outage !== undefined && { outageMs: parseDuration(outage) }),
    ...(earlyHints !== undefined && { earlyHints }),
    ...(raw !== undefined && { raw }),
  };
  if (drip !== undefined) return { ...wired, body: dripped(wired.body, parseDuration(drip)) };
  const inTheBody = socket === 'cut' || socket === 'end' || socket === 'stall';
  if (cutAfter !== undefined || inTheBody) return shortened(wired, cutAfter, inTheBody ? socket : 'cut');
  return socket === undefined ? wired : { ...wired, socket };
}

function addedHeaders(effect: FaultEffect, request: PlainRequest): Record<string, string> {
  const { retryAfter, retryAfterForm = 'seconds', redirect, headerBytes } = effect;
  const added: Record<string, string> = {};
  if (typeof retryAfter === 'number' && retryAfterForm !== 'seconds')
    added['retry-after'] = httpDate(new Date(Date.now() + retryAfter * 1000), retryAfterForm);
  else if (retryAfter !== undefined) added['retry-after'] = String(retryAfter);
  if (redirect !== undefined)
    added['location'] = redirect === 'self' ? targetOf(request) : fillIn(redirect, request, encodeURIComponent);
  if (headerBytes !== undefined) added['x-padding'] = 'x'.repeat(headerBytes);
  for (const [name, value] of Object.entries(effect.headers ?? {}))
    added[name.toLowerCase()] = fillIn(value, request, encodeURIComponent);
  return added;
}

function bodyOf({ effect, operationId, request, problem }: TakenFault, status: number, proper: Answer): Answer['body'] {
  const operation = operationId === undefined ? undefined : operations[operationId];
  if (effect.text !== undefined) return fillIn(effect.text, request, escapeJson);
  if (effect.body !== undefined)
    return makeBody(
      effect.body,
      { operation, record: operation?.response.record ?? null, many: operation?.response.kind === 'collection' },
      proper.body,
    );
  if (effect.redirect !== undefined) return '';
  if (
    effect.expiresIn !== undefined &&
    operationId === 'createToken' &&
    typeof proper.body === 'string' &&
    proper.status < 300
  )
    return tell(proper.body, effect.expiresIn);
  if (problem !== undefined) return errorBody(operation, status, problem, 'BadFaultHeader');
  return status >= 400 && status !== proper.status ? errorBody(operation, status) : proper.body;
}

function tell(body: string, expiresIn: number | string | null): string {
  const { expires_in: _, ...token } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(expiresIn === null ? token : { ...token, expires_in: expiresIn });
}
