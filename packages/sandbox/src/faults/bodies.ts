import { fields } from '@syncline/openapi';
import type { Answer, BodyChunk } from '../contract.ts';
import { errorBody, type ErrorShape } from './error-body.ts';

/** What a body is made for: the operation, its record, and whether it answers many. */
export interface BodyKind {
  readonly operation: ErrorShape | undefined;
  readonly record: string | null;
  readonly many: boolean;
}

type MakeBody = (kind: BodyKind, proper: Answer['body']) => Answer['body'];

const html =
  '<!doctype html><html lang="en"><title>Please sign in</title><h1>Please sign in</h1><p>Your session has ended.</p></html>';
const encoder = new TextEncoder();
const byteOrderMark = '\uFEFF';
const depth = 200_000;

/** Bodies that no client should have to meet, by name. */
const bodies = {
  empty: () => '',
  html: () => html,
  text: () => 'upstream connect error or disconnect/reset before headers',
  null: () => 'null',
  blank: () => ' \n\t ',
  error: ({ operation }) => errorBody(operation, 500, 'The operation failed.', 'InternalError'),
  bom: (_, proper) => prefixed(byteOrderMark, proper),
  half: (_, proper) =>
    typeof proper === 'string' || proper instanceof Uint8Array
      ? proper.slice(0, Math.floor(proper.length / 2))
      : '[{"half":',
  twice: (kind, proper) => (typeof proper === 'string' ? proper + proper : `${wrap(kind, '')}${wrap(kind, '')}`),
  'next-page': (kind) => `{"value":[{"${textField(kind)}":"first"}],"@odata.nextLink":"?$skip=1"}`,
  deep: () => '['.repeat(depth) + ']'.repeat(depth),
  endless: ({ many }) => repeat('{"endless":true},', many ? '[' : '{"value":['),
  'invalid-utf8': (kind) => {
    const bytes = encoder.encode(wrap(kind, `"${textField(kind)}":"??"`));
    return bytes.map((byte) => (byte === 63 ? 0xff : byte));
  },
  'cut-letter': (kind) => Uint8Array.from([...encoder.encode(`[{"${textField(kind)}":"`), 0xc3]),
  'utf-16': (kind) =>
    Uint8Array.from(
      [...wrap(kind, `"${textField(kind)}":"ü"`)].flatMap((letter) => [
        letter.charCodeAt(0) & 0xff,
        letter.charCodeAt(0) >> 8,
      ]),
    ),
  nan: (kind) => wrap(kind, `"${numberField(kind)}":NaN`),
  proto: (kind) => wrap(kind, '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
  'duplicate-keys': (kind) => wrap(kind, `"${textField(kind)}":"first","${textField(kind)}":"second"`),
  'huge-number': (kind) => wrap(kind, `"${numberField(kind)}":1e400`),
  'int64-most': (kind) => wrap(kind, `"${numberField(kind)}":9223372036854775807`),
  'int64-least': (kind) => wrap(kind, `"${numberField(kind)}":-9223372036854775808`),
  'int64-beyond': (kind) => wrap(kind, `"${numberField(kind)}":9223372036854775808`),
} satisfies Record<string, MakeBody>;

/** Name of a body that a fault can send. */
export type BodyName = keyof typeof bodies;

export const bodyNames = Object.keys(bodies) as readonly BodyName[];

/** Content types of bodies that do not pretend to be JSON. */
export const bodyTypes: Readonly<Partial<Record<BodyName, string>>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** Makes the body of this name, for the operation and out of the proper body. */
export function makeBody(name: BodyName, kind: BodyKind, proper: Answer['body']): Answer['body'] {
  return (bodies[name] as MakeBody)(kind, proper);
}

/** The pieces of a body, whatever it is. */
export function pieces(body: Answer['body']): Iterable<BodyChunk> | AsyncIterable<BodyChunk> {
  return typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
}

/** The same as bytes. */
export async function* bytesOf(body: Answer['body']): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces(body)) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

function wrap({ many }: BodyKind, members: string): string {
  return many ? `[{${members}}]` : `{${members}}`;
}

function fieldOf({ record }: BodyKind, types: readonly string[], otherwise: string): string {
  const known =
    record !== null && Object.hasOwn(fields, record) ? Object.entries(fields[record as keyof typeof fields]) : [];
  return known.find(([, field]) => types.includes((field as { type: string }).type))?.[0] ?? otherwise;
}

const textField = (kind: BodyKind): string => fieldOf(kind, ['string'], 'text');
const numberField = (kind: BodyKind): string => fieldOf(kind, ['integer', 'number'], 'number');

function prefixed(prefix: string, body: Answer['body']): Answer['body'] {
  if (typeof body === 'string') return prefix + body;
  return (async function* () {
    yield prefix;
    yield* pieces(body);
  })();
}

/** Without end; the consumer's reading is its pace. */
async function* repeat(text: string, first: string): AsyncGenerator<string> {
  const block = text.repeat(512);
  yield first;
  for (;;) {
    yield block;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
