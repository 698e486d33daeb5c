import { fields, type OperationId, type operations } from '@syncline/openapi';
import { chunksOf, errorBody, type ResponseBody } from '../http/response.ts';

type Operation = (typeof operations)[OperationId];
type MakeBody = (kind: BodyKind, original: ResponseBody) => ResponseBody;

/** The response that a body replaces: the operation, one of its records, and whether it returns several. */
interface BodyKind {
  readonly operation: Operation | undefined;
  readonly record: string | null;
  readonly many: boolean;
}

const html =
  '<!doctype html><html lang="en"><title>Please sign in</title><h1>Please sign in</h1><p>Your session has ended.</p></html>';
const encoder = new TextEncoder();
const byteOrderMark = '\uFEFF';
const depth = 200_000;

/** Bodies that break clients, by name. */
const bodies = {
  empty: () => '',
  html: () => html,
  text: () => 'upstream connect error or disconnect/reset before headers',
  null: () => 'null',
  blank: () => ' \n\t ',
  error: ({ operation }) => faultErrorBody(operation, 500, 'The operation failed.', 'InternalError'),
  bom: (_, original) => prefixed(byteOrderMark, original),
  half: (_, original) =>
    typeof original === 'string' || ArrayBuffer.isView(original)
      ? original.slice(0, Math.floor(original.length / 2))
      : '[{"half":',
  twice: (kind, original) =>
    typeof original === 'string' ? original + original : `${wrap(kind, '')}${wrap(kind, '')}`,
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

/** The name of a body that a fault can send. */
export type BodyName = keyof typeof bodies;

export const bodyNames = Object.keys(bodies) as readonly BodyName[];

/** Content types of the bodies that are not JSON. */
export const bodyTypes: Readonly<Partial<Record<BodyName, string>>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** Creates the body with this name, from the operation and the original body. */
export function makeBody(name: BodyName, operation: Operation | undefined, original: ResponseBody): ResponseBody {
  const kind = {
    operation,
    record: operation?.response.record ?? null,
    many: operation?.response.kind === 'collection',
  };
  return (bodies[name] as MakeBody)(kind, original);
}

/** The error body that an operation returns for the status of a fault. */
export function faultErrorBody(
  operation: Operation | undefined,
  status: number,
  message = `A fault rule of the sandbox sets the status ${status}.`,
  code = 'SimulatedFault',
): string {
  if (operation?.id !== 'createToken') return errorBody(operation?.interface ?? 'odata', status, code, message);
  const oauthCode = status === 401 ? 'invalid_client' : status < 500 ? 'invalid_request' : 'server_error';
  return errorBody('auth', status, oauthCode, message);
}

/** The chunks of a body as bytes. */
export async function* bytesOf(body: ResponseBody): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOf(body)) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
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

function prefixed(prefix: string, body: ResponseBody): ResponseBody {
  if (typeof body === 'string') return prefix + body;
  return (async function* () {
    yield prefix;
    yield* chunksOf(body);
  })();
}

/** An endless body that is written as fast as the client reads it. */
async function* repeat(text: string, first: string): AsyncGenerator<string> {
  const block = text.repeat(512);
  yield first;
  for (;;) {
    yield block;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
