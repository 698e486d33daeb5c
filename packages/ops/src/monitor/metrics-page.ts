import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { prometheusParts, prometheusText } from '@syncline/runs/metrics';
import { createPause } from '../pause.ts';
import type { MetricParts } from './monitor-metrics.ts';
import type { MonitorResponse } from './serve-monitor.ts';

/** `/metrics` of a monitor. */
export interface MetricsPage {
  /** @param accept - the header `Accept` of the request */
  respond(accept: string | undefined): Promise<MonitorResponse>;
  /**
   * Renders what has changed if there was a request since the last call, so that the next request need not wait. The
   * first call renders the format of Prometheus, because its first scrape of 10,000 jobs would otherwise take over a
   * second.
   */
  refresh(): Promise<void>;
}

/** The part of a page that does not change until a run or a freshness result changes. It is 24 MB for 10,000 jobs. */
interface Steady {
  /** DEFLATE blocks that can each be inflated, none of which is the final one */
  readonly deflated: readonly Buffer[];
  readonly checksum: number;
  readonly length: number;
  /** The same text, not compressed; undefined until a client wants it */
  plain: Promise<readonly Buffer[]> | undefined;
}

/** A format of the page, and who has asked for it since the last `refresh`. */
interface KnownFormat {
  readonly accept: string | undefined;
  steady: Promise<Steady>;
  isAsked: boolean;
  isPlainAsked: boolean;
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** Compresses to a 27th of the size, in a third of the time of the default level. */
const level = 1;
/** The header of a gzip file without a name and a time (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The text is compressed in parts of about so many characters, and other work runs in between. */
const partLength = 500_000;
/** Most parts fit into one piece of this length. Pieces of the default length, 16 kB, would all be copied. */
const chunkSize = 2 ** 19;
/** UTF-8 has at most so many bytes for a character of a string. */
const bytesPerCharacter = 3;
/** The part of Prometheus' `Accept` header that selects the format. */
const acceptOfPrometheus = 'application/openmetrics-text; version=1.0.0';

/**
 * Creates `/metrics`. The metrics that change only with runs are rendered and compressed once for all requests. The
 * compressed text is kept, and the 27 times longer plain one only as long as clients request it. Ages and the monitor's
 * own counters are rendered for each request, and their compressed blocks are appended to the first part in one gzip
 * stream.
 */
export function createMetricsPage(metrics: MetricParts): MetricsPage {
  /** By the content type: the text format, and OpenMetrics */
  const known = new Map<string, KnownFormat>();
  let revision = '';

  const render = async (accept: string | undefined, isPlainKept: boolean): Promise<Steady> => {
    const pause = createPause();
    const deflated: Buffer[] = [];
    const plain: Buffer[] = [];
    let [checksum, length, text] = [0, 0, ''];
    // One buffer for all parts: the garbage of one for each would take 50 MB of memory for 10,000 jobs.
    let buffer = Buffer.alloc(0);
    const flush = async (): Promise<void> => {
      const most = text.length * bytesPerCharacter;
      if (!isPlainKept && most > buffer.length) buffer = Buffer.allocUnsafeSlow(most + partLength);
      const bytes = isPlainKept ? Buffer.from(text) : buffer.subarray(0, buffer.write(text));
      if (isPlainKept) plain.push(bytes);
      text = '';
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      deflated.push(await deflate(bytes, { level, finishFlush: constants.Z_FULL_FLUSH }));
    };
    let count = 0;
    for (const part of prometheusParts({ families: () => metrics.steady() }, accept, true).parts) {
      text += part;
      if (text.length >= partLength) await flush();
      if (++count % 100 === 0) await pause();
    }
    await flush();
    return { deflated, checksum, length, plain: isPlainKept ? Promise.resolve(plain) : undefined };
  };
  const formatOf = (contentType: string, accept: string | undefined, isPlainKept = false): KnownFormat => {
    if (metrics.revision !== revision) known.clear();
    revision = metrics.revision;
    let format = known.get(contentType);
    if (format === undefined) {
      format = { accept, steady: render(accept, isPlainKept), isAsked: false, isPlainAsked: false };
      known.set(contentType, format);
      format.steady.catch(() => known.delete(contentType));
    }
    return format;
  };

  return {
    async respond(accept) {
      const { contentType, body } = prometheusText({ families: () => metrics.moving() }, accept);
      const format = formatOf(contentType, accept);
      format.isAsked = true;
      const steady = await format.steady;
      const { deflated, checksum, length } = steady;
      const rest = Buffer.from(body);
      return {
        status: 200,
        headers: { 'content-type': contentType, 'cache-control': 'no-store' },
        body: async () => {
          format.isPlainAsked = true;
          steady.plain ??= inflateAll(deflated);
          return [...(await steady.plain), rest];
        },
        packed: async () => {
          const end = Buffer.alloc(8);
          end.writeUInt32LE(crc32(rest, checksum), 0);
          end.writeUInt32LE((length + rest.length) % 2 ** 32, 4);
          return [gzipHeader, ...deflated, await deflate(rest, { level }), end];
        },
      };
    },
    async refresh() {
      if (metrics.revision === revision) return;
      const asked =
        revision === ''
          ? [{ accept: acceptOfPrometheus, isPlainAsked: false }]
          : [...known.values()].filter(({ isAsked }) => isAsked);
      for (const { accept, isPlainAsked } of asked) {
        const { contentType } = prometheusText({ families: () => [] }, accept);
        await formatOf(contentType, accept, isPlainAsked).steady;
      }
    },
  };
}

function inflateAll(parts: readonly Buffer[]): Promise<readonly Buffer[]> {
  return Promise.all(parts.map((each) => inflate(each, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize })));
}
