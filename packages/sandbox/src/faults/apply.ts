import { operations, type OperationId } from '@syncline/openapi';
import type { Answer, BodyChunk, Fault } from '../contract.ts';
import { parseDuration } from '../life/duration.ts';
import { bodyTypes, makeBody, pieces } from './bodies.ts';
import { errorBody } from './error-body.ts';
import { compressed } from './gzip.ts';
import { httpDate } from './http-date.ts';
import type { FaultEffect } from './rule.ts';

/** An effect on its way to one answer. */
export interface TakenFault extends Fault {
  readonly effect: FaultEffect;
  readonly operationId: OperationId | undefined;
  /** Path and query of the request. */
  readonly self: string;
  /** Why a fault header could not be read; the answer then says so. */
  readonly problem?: string;
}

const bodiless = new Set([204, 205, 304]);
const dripBytes = 16;

/** The answer as the fault makes it. */
export function applyFault({ effect, operationId, self, problem }: TakenFault, proper: Answer): Answer {
  const status = effect.status ?? (effect.redirect === undefined ? proper.status : 302);
  const headers = { ...proper.headers, ...addedHeaders(effect, self) };
  let body = bodiless.has(status) ? '' : bodyOf(effect, operationId, status, proper, problem);
  if (body !== proper.body) {
    delete headers['content-length'];
    if (proper.status !== status && effect.contentType === undefined) headers['content-type'] = 'application/json';
  }
  const type = effect.contentType ?? (effect.body && bodyTypes[effect.body]);
  if (type !== undefined) headers['content-type'] = type;
  if (effect.gzip !== undefined && !bodiless.has(status)) {
    body = compressed(body, effect.gzip);
    headers['content-encoding'] = 'gzip';
    delete headers['content-length'];
  }
  const delayMs = effect.delay === undefined ? proper.delayMs : parseDuration(effect.delay);
  const answer: Answer = { ...proper, status, headers, body, ...(delayMs !== undefined && { delayMs }) };
  if (effect.drip !== undefined) return { ...answer, body: dripped(body, parseDuration(effect.drip)) };
  if (effect.cutAfter !== undefined || effect.socket === 'cut') return cut(answer, effect.cutAfter);
  return effect.socket === undefined ? answer : { ...answer, socket: effect.socket };
}

function addedHeaders(effect: FaultEffect, self: string): Record<string, string> {
  const { retryAfter, retryAfterForm = 'seconds', redirect, headerBytes } = effect;
  const added: Record<string, string> = {};
  if (typeof retryAfter === 'number' && retryAfterForm !== 'seconds') added['retry-after'] = httpDate(new Date(Date.now() + retryAfter * 1000), retryAfterForm);
  else if (retryAfter !== undefined) added['retry-after'] = String(retryAfter);
  if (redirect !== undefined) added['location'] = redirect === 'self' ? self : redirect;
  if (headerBytes !== undefined) added['x-padding'] = 'x'.repeat(headerBytes);
  for (const [name, value] of Object.entries(effect.headers ?? {})) added[name.toLowerCase()] = value;
  return added;
}

function bodyOf(effect: FaultEffect, operationId: OperationId | undefined, status: number, proper: Answer, problem: string | undefined): Answer['body'] {
  const operation = operationId === undefined ? undefined : operations[operationId];
  if (effect.text !== undefined) return effect.text;
  if (effect.body !== undefined) return makeBody(effect.body, { record: operation?.response.record ?? null, many: operation?.response.kind === 'collection' }, proper.body);
  if (effect.redirect !== undefined) return '';
  if (effect.expiresIn !== undefined && operationId === 'createToken' && typeof proper.body === 'string' && proper.status < 300) return tell(proper.body, effect.expiresIn);
  return status >= 400 && status !== proper.status ? errorBody(operation, status, problem) : proper.body;
}

function tell(body: string, expiresIn: number | string | null): string {
  const { expires_in: _, ...token } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(expiresIn === null ? token : { ...token, expires_in: expiresIn });
}

/** What was announced is more than what comes. */
function cut(answer: Answer, after: number | undefined): Answer {
  const { body } = answer;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return { ...answer, body: firstBytes(body, after ?? 4096), socket: 'cut' };
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const kept = bytes.subarray(0, Math.min(after ?? bytes.length >> 1, Math.max(0, bytes.length - 1)));
  return { ...answer, body: kept, headers: { ...answer.headers, 'content-length': String(bytes.length) }, socket: 'cut' };
}

async function* bytesOf(body: Answer['body']): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces(body)) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

async function* firstBytes(body: Answer['body'], count: number): AsyncGenerator<BodyChunk> {
  let left = count;
  for await (const bytes of bytesOf(body)) {
    if (bytes.length >= left) {
      yield bytes.subarray(0, left);
      return;
    }
    left -= bytes.length;
    yield bytes;
  }
}

async function* dripped(body: Answer['body'], everyMs: number): AsyncGenerator<BodyChunk> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += dripBytes) {
      if (!first) await new Promise((resolve) => setTimeout(resolve, everyMs));
      first = false;
      yield bytes.subarray(at, at + dripBytes);
    }
  }
}
