import { parseDuration } from '@syncline/core/internal';
import { type BodyChunk, type ResponseBody, type SandboxResponse, isChunk } from '../http/response.ts';
import { bytesOf } from './bodies.ts';
import {
  type SettingTable,
  duration,
  headerValue,
  isBodiless,
  oneOf,
  string,
  wholeNumber,
  withHeaders,
  withPlan,
  withoutHeader,
} from './setting.ts';

const dripBytes = 16;

/**
 * Sends only the first bytes of a body whose announced length is larger: half of it, or 4,096 bytes if the length is
 * not known.
 */
function cutBody(
  response: SandboxResponse,
  after: number | undefined,
  socket: 'cut' | 'end' | 'stall',
): SandboxResponse {
  const { body } = response;
  if (!isChunk(body)) return withPlan({ ...response, body: firstBytes(body, after ?? 4096) }, { socket });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const kept = bytes.subarray(0, Math.min(after ?? bytes.length >> 1, Math.max(0, bytes.length - 1)));
  const announced = withHeaders(response, { 'content-length': String(bytes.length) });
  return withPlan({ ...announced, body: kept }, { socket });
}

async function* firstBytes(body: ResponseBody, count: number): AsyncGenerator<BodyChunk> {
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

/** Sends a body in small pieces with a pause between them. */
async function* dripBody(body: ResponseBody, everyMs: number): AsyncGenerator<BodyChunk> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += dripBytes) {
      if (!first) await new Promise((resolve) => setTimeout(resolve, everyMs));
      first = false;
      yield bytes.subarray(at, at + dripBytes);
    }
  }
}

/** The settings for how a response is labeled, encoded and sent. */
export interface TransferEffect {
  /** `null` sends none. */
  readonly contentType?: string | null;
  /**
   * Compresses the body. `cut` stops in the middle, `bomb` decompresses to 256 MiB, and `none` announces gzip but sends
   * the body uncompressed.
   */
  readonly gzip?: 'whole' | 'cut' | 'bomb' | 'none';
  /** Sends the body in Brotli's format. `cut` stops in the middle. */
  readonly brotli?: 'whole' | 'cut';
  /** Time before the first byte: milliseconds or `'2s'`, at most one hour. */
  readonly delay?: number | string;
  /** Time between two bytes of the status line and the headers: milliseconds or `'50ms'`. */
  readonly headerDrip?: number | string;
  /** A 103 response with this `Link` is sent first. */
  readonly earlyHints?: string;
  /** Sent as is, instead of an HTTP response. The connection is closed after it. */
  readonly raw?: string;
  /**
   * Takes the service down for this long: it resets the connection and refuses new ones, then listens again.
   */
  readonly outage?: number | string;
  /** Time between two chunks of 16 bytes of the body: milliseconds or `'100ms'`. */
  readonly drip?: number | string;
  /**
   * Bytes of the body that are sent before `socket` cuts, ends or stalls it.
   *
   * @default half of it; without `socket` the body is cut
   */
  readonly cutAfter?: number;
  /**
   * How the connection fails. Before the first byte, `reset` resets it, `close` closes it normally, and `hang` keeps it
   * open without sending anything. During the body, `cut` resets it, `end` closes it normally as if the body were
   * complete, and `stall` keeps it open without sending anything more.
   */
  readonly socket?: 'reset' | 'close' | 'hang' | 'cut' | 'end' | 'stall';
}

/** The values of `socket` that apply after the body has begun. */
const inBody = ['cut', 'end', 'stall'] as const;
const isInBody = (socket: TransferEffect['socket']): socket is (typeof inBody)[number] =>
  (inBody as readonly unknown[]).includes(socket);

/** The `Link` values that node:http accepts as early hints. */
const linkValue = /^<[^>\r\n]*>(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

export const transferSettings: SettingTable<TransferEffect> = {
  contentType: {
    summary: 'Another content type, or none',
    examples: ["'text/plain'", 'null'],
    check: (value) => (value === null ? undefined : headerValue(value)),
    header: 'text',
    apply: (response, type) =>
      type === null ? withoutHeader(response, 'content-type') : withHeaders(response, { 'content-type': type }),
  },
  gzip: {
    summary: 'A gzip body: complete, cut, growing to 256 MiB, or not compressed at all',
    examples: ["'whole'", "'cut'", "'bomb'", "'none'"],
    check: oneOf('whole', 'cut', 'bomb', 'none'),
    header: 'number',
    apply: (response, how) => encoded(response, 'gzip', how === 'none' ? response.body : gzip(response.body, how)),
  },
  brotli: {
    summary: 'A Brotli body: complete or cut',
    examples: ["'whole'", "'cut'"],
    check: oneOf('whole', 'cut'),
    header: 'number',
    conflictsWith: ['gzip'],
    apply: (response, how) => encoded(response, 'br', brotli(response.body, how)),
  },
  delay: {
    summary: 'A pause before the response',
    examples: ["'2s'"],
    check: duration,
    header: 'duration',
    apply: (response, value) => withPlan(response, { delayMs: parseDuration('fault', value) }),
  },
  headerDrip: {
    summary: 'A pause between two bytes of the headers',
    examples: ['50'],
    check: duration,
    header: 'duration',
    apply: (response, value) => withPlan(response, { headerDripMs: parseDuration('fault', value) }),
  },
  earlyHints: {
    summary: 'Early hints (103) before the response',
    examples: ["'</style.css>; rel=preload'"],
    check: (value) =>
      typeof value === 'string' && value.length <= 1000 && linkValue.test(value)
        ? undefined
        : 'must be a Link value such as </style.css>; rel=preload',
    header: 'text',
    conflictsWith: ['headerDrip'],
    apply: (response, earlyHints) => withPlan(response, { earlyHints }),
  },
  raw: {
    summary: 'No HTTP, or invalid HTTP',
    examples: ["'HTTP/1.1 abc OK\\r\\n\\r\\n'"],
    check: string,
    header: 'text',
    isExclusive: () => true,
    apply: (response, raw) => withPlan(response, { raw }),
  },
  outage: {
    summary:
      'The service is down: it refuses connections for this long, then it listens again. ' +
      "`(await sandbox.listen()).outage('5s')` does it without a request",
    examples: ["'5s'"],
    check: duration,
    header: 'duration',
    isExclusive: () => true,
    apply: (response, value) => withPlan(response, { outageMs: parseDuration('fault', value) }),
  },
  drip: {
    summary: 'A pause between two pieces of the body',
    examples: ['100'],
    check: duration,
    header: 'duration',
    apply: (response, value) => ({ ...response, body: dripBody(response.body, parseDuration('fault', value)) }),
  },
  cutAfter: {
    summary: 'The connection fails after this many bytes of the body',
    examples: ['100'],
    check: wholeNumber(0, 1e9),
    header: 'number',
    conflictsWith: ['drip'],
    apply: (response, bytes, { effect: { socket } }) => cutBody(response, bytes, isInBody(socket) ? socket : 'cut'),
  },
  socket: {
    summary:
      'The connection fails before the response (reset, closed, silent) or in the body (torn down, closed too early, silent)',
    examples: ["'reset'", "'close'", "'hang'", "'cut'", "'end'", "'stall'"],
    check: oneOf('reset', 'close', 'hang', ...inBody),
    header: 'number',
    conflictsWith: ['drip'],
    isExclusive: (socket) => !isInBody(socket),
    apply(response, socket, { effect: { cutAfter } }) {
      if (!isInBody(socket)) return withPlan(response, { socket });
      return cutAfter === undefined ? cutBody(response, undefined, socket) : response;
    },
  },
};

function encoded(response: SandboxResponse, coding: 'gzip' | 'br', body: SandboxResponse['body']): SandboxResponse {
  if (isBodiless(response.status)) return response;
  return { ...withHeaders(withoutHeader(response, 'content-length'), { 'content-encoding': coding }), body };
}

const mebibyte = 1_048_576;
const bombMebibytes = 256;

/** A gzip body: complete, cut in half, or a small one that decompresses to 256 MiB. */
export function gzip(body: ResponseBody, how: 'whole' | 'cut' | 'bomb'): AsyncIterable<BodyChunk> {
  switch (how) {
    case 'whole':
      return gzipStream(body);
    case 'cut':
      return firstHalf(gzipStream(body));
    case 'bomb':
      return gzipStream(spaces());
  }
}

/** Compresses the body while it is read. The compression ends when the reader leaves. */
async function* gzipStream(body: ResponseBody): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    for await (const bytes of bytesOf(body)) await writer.write(bytes as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // Writing fails when the reader leaves, which is not an error.
  feed().catch(() => undefined);
  yield* readable;
}

function* spaces(): Iterable<BodyChunk> {
  const block = new TextEncoder().encode(' '.repeat(mebibyte));
  for (let count = 0; count < bombMebibytes; count++) yield block;
}

async function* firstHalf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  yield bytes.subarray(0, bytes.length >> 1);
}

const maxBlockBytes = 65_536;

/**
 * Header of a block of stored bytes (RFC 7932, section 9.2): not the last block, its length minus 1 in 16 bits,
 * uncompressed.
 */
const blockHeader = (length: number): number => ((length - 1) << 3) | (1 << 19);

/**
 * A body in Brotli's format, stored uncompressed: every runtime can read Brotli, but few can write it. `cut` ends in
 * the middle of the first block.
 */
export async function* brotli(body: ResponseBody, how: 'whole' | 'cut'): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const bytes of bytesOf(body)) {
    for (let at = 0; at < bytes.length; at += maxBlockBytes) {
      const block = bytes.subarray(at, at + maxBlockBytes);
      // One bit before the first block encodes the size of the window.
      const bits = first ? blockHeader(block.length) << 1 : blockHeader(block.length);
      yield Uint8Array.of(bits & 0xff, (bits >> 8) & 0xff, bits >> 16);
      first = false;
      if (how === 'cut') {
        yield block.subarray(0, block.length >> 1);
        return;
      }
      yield block;
    }
  }
  yield Uint8Array.of(first ? 0b110 : 0b11);
}
