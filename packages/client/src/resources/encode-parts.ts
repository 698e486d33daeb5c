import { ConfigError, type TransportBody } from '@syncline/core/internal';
import type { BodyField, TablesOperation } from '@syncline/openapi';
import { requireSendable } from '../pipeline/require-sendable.ts';
import { type EncodedRequest, writeJson } from './encode-body.ts';
import { scalarText, writeParameter } from './parameter-styles.ts';

type Part = string | Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array>;
type Fields = Readonly<Record<string, BodyField>>;

const carriageReturn = '\r\n';

/**
 * Writes a body that is not JSON, a plain form or text: a form whose document names how its fields are written, a form
 * with files, or bytes. It is loaded when the first such operation is called.
 *
 * @throws {ConfigError} when the body or one of its fields cannot be written
 */
export function encodeParts(
  { method, requestContentType: type = '', details }: TablesOperation,
  body: unknown,
): readonly [headers: EncodedRequest[1], body: EncodedRequest[2]] {
  requireSendable({ method, headers: undefined, body });
  if (body === undefined) return [undefined, undefined];
  const headers = (contentType: string) => ({ accept: 'application/json', 'content-type': contentType });
  const fields = details?.body ?? {};
  const media = type.toLowerCase().split(';')[0]?.trim();
  if (media === 'application/x-www-form-urlencoded') return [headers(type), writeFields(membersOf(body), fields)];
  if (media !== 'multipart/form-data') {
    if (!isBytes(body) && typeof body !== 'string')
      throw new ConfigError('body', `must be a Blob, bytes or a stream, because the operation takes ${media}`);
    return [headers(typeOfBytes(body, type)), joined([body])];
  }
  const boundary = `part-${crypto.randomUUID()}`;
  return [headers(`multipart/form-data; boundary=${boundary}`), joined(writeParts(membersOf(body), fields, boundary))];
}

function membersOf(body: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isBytes(body))
    throw new ConfigError('body', 'must be an object with the fields of the form');
  return Object.entries(body);
}

/** A form, each field in its style; as in a query, but with the letters that a form has. */
function writeFields(members: ReturnType<typeof membersOf>, fields: Fields): string {
  return members
    .map(([name, value]) => {
      const option = `body.${name}`;
      const style = fieldOf(fields, name) ?? { style: 'form', explode: true };
      const isEach = style.style === 'json' && style.explode && Array.isArray(value);
      const values: readonly unknown[] = isEach ? (value as unknown[]) : [value];
      return values
        .map((each) => writeParameter('query', name, each, style, option))
        .filter((text) => text !== '')
        .join('&');
    })
    .filter((text) => text !== '')
    .join('&');
}

/** The parts of a form with files, each with its headers (RFC 7578). */
function writeParts(members: ReturnType<typeof membersOf>, fields: Fields, boundary: string): readonly Part[] {
  const parts: Part[] = [];
  for (const [name, value] of members) {
    const field = fieldOf(fields, name);
    const isWhole = field?.style === 'json' && !field.explode;
    // Each item of a list is a part of its own.
    for (const item of Array.isArray(value) && !isWhole ? (value as unknown[]) : [value]) {
      if (item === undefined || item === null) continue;
      parts.push(
        `--${boundary}${carriageReturn}${headersOf(name, item, field)}`,
        contentOf(name, item, field),
        carriageReturn,
      );
    }
  }
  return [...parts, `--${boundary}--${carriageReturn}`];
}

function headersOf(name: string, item: unknown, field: BodyField | undefined): string {
  const file = isBytes(item) ? `; filename="${quoted(fileName(item) ?? name)}"` : '';
  const type = isBytes(item)
    ? typeOfBytes(item, field?.contentType ?? 'application/octet-stream')
    : (field?.contentType ?? (isText(item) ? undefined : 'application/json'));
  const lines = [`content-disposition: form-data; name="${quoted(name)}"${file}`];
  if (type !== undefined) lines.push(`content-type: ${type}`);
  return `${lines.join(carriageReturn)}${carriageReturn}${carriageReturn}`;
}

function contentOf(name: string, item: unknown, field: BodyField | undefined): Part {
  if (isBytes(item)) return item;
  if (field?.style === 'json' || !isText(item)) return writeJson(item, `body.${name}`);
  return scalarText(`body.${name}`, item);
}

/** As browsers write names (HTML standard, multipart form data). */
const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const fieldOf = (fields: Fields, name: string): BodyField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

const isText = (value: unknown): boolean =>
  typeof value !== 'object' || (value as Partial<Date>).toISOString !== undefined;

/** The document's media type, or that of a Blob if the document allows several or any binary data. */
function typeOfBytes(value: unknown, type: string): string {
  const mediaType = (value as { readonly type?: unknown }).type;
  return /[*,]|^application\/octet-stream$/.test(type)
    ? (typeof mediaType === 'string' && mediaType) || 'application/octet-stream'
    : type;
}

/** The name of a File. */
function fileName(value: unknown): string | undefined {
  const { name } = value as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

const isStream = (value: unknown): value is ReadableStream<Uint8Array> =>
  typeof (value as { readonly getReader?: unknown } | null)?.getReader === 'function';

const isBlob = (value: unknown): value is Blob =>
  typeof (value as { readonly arrayBuffer?: unknown } | null)?.arrayBuffer === 'function';

const isBytes = (value: unknown): value is Exclude<Part, string> =>
  ArrayBuffer.isView(value) ||
  Object.prototype.toString.call(value) === '[object ArrayBuffer]' ||
  isStream(value) ||
  isBlob(value);

/** One body of all parts: a Blob, which refers to files and can be sent again, or a stream if one of the parts is one. */
const joined = (parts: readonly Part[]): TransportBody => ({
  body: parts.some(isStream) ? streamOf(parts) : new Blob(parts as BlobPart[]),
  duplex: 'half',
});

function streamOf(parts: readonly Part[]): ReadableStream<Uint8Array> {
  const all = parts.values();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const read = await reader?.read();
        if (read && !read.done) return controller.enqueue(read.value);
        const next = all.next();
        if (next.done) return controller.close();
        const stream = isStream(next.value) ? next.value : new Blob([next.value as BlobPart]).stream();
        reader = stream.getReader();
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}
