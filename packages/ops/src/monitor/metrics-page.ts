import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { type MetricFamily, prometheusParts, prometheusText } from '@syncline/runs/metrics';
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
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** Compresses to a 27th of the size, in a third of the time of the default level. */
const level = 1;
/** The header of a gzip file without a name and a time (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The text is compressed in parts of about so many characters, and other work runs in between. */
const partLength = 500_000;
/** UTF-8 has at most so many bytes for a character of a string. */
const bytesPerCharacter = 3;
/** The part of Prometheus' `Accept` header that selects the format. */
const acceptOfPrometheus = 'application/openmetrics-text; version=1.0.0';

/**
 * Creates `/metrics`. The metrics that change only with runs are rendered and compressed once for all requests, and only
 * the compressed text is kept. Ages and the monitor's own counters are rendered for each request, and their compressed
 * blocks are appended to the first part in one gzip stream.
 */
export function createMetricsPage(metrics: MetricParts): MetricsPage {
  /** By the content type: the text format, and OpenMetrics */
  const known = new Map<string, { readonly accept: string | undefined; steady: Promise<Steady>; isAsked: boolean }>();
  let revision = '';

  const render = async (families: readonly MetricFamily[], accept: string | undefined): Promise<Steady> => {
    const pause = createPause();
    const deflated: Buffer[] = [];
    let [checksum, length, text] = [0, 0, ''];
    // One buffer for all parts: the garbage of one for each would take 50 MB of memory for 10,000 jobs.
    let buffer = Buffer.alloc(0);
    const flush = async (): Promise<void> => {
      const most = text.length * bytesPerCharacter;
      if (most > buffer.length) buffer = Buffer.allocUnsafeSlow(most + partLength);
      const bytes = buffer.subarray(0, buffer.write(text));
      text = '';
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      deflated.push(await deflate(bytes, { level, finishFlush: constants.Z_FULL_FLUSH }));
    };
    let count = 0;
    for (const part of prometheusParts({ families: () => families }, accept, true).parts) {
      text += part;
      if (text.length >= partLength) await flush();
      if (++count % 100 === 0) await pause();
    }
    await flush();
    return { deflated, checksum, length };
  };
  const steadyOf = (contentType: string, accept: string | undefined): Promise<Steady> => {
    if (metrics.revision !== revision) known.clear();
    revision = metrics.revision;
    const page = known.get(contentType) ?? { accept, steady: render(metrics.steady(), accept), isAsked: true };
    page.isAsked = true;
    known.set(contentType, page);
    page.steady.catch(() => known.delete(contentType));
    return page.steady;
  };

  return {
    async respond(accept) {
      const { contentType, body } = prometheusText({ families: () => metrics.moving() }, accept);
      const { deflated, checksum, length } = await steadyOf(contentType, accept);
      const rest = Buffer.from(body);
      const end = Buffer.alloc(8);
      end.writeUInt32LE(crc32(rest, checksum), 0);
      end.writeUInt32LE((length + rest.length) % 2 ** 32, 4);
      return {
        status: 200,
        headers: { 'content-type': contentType, 'cache-control': 'no-store' },
        body: async () => [
          ...(await Promise.all(deflated.map((each) => inflate(each, { finishFlush: constants.Z_SYNC_FLUSH })))),
          rest,
        ],
        packed: [gzipHeader, ...deflated, await deflate(rest, { level }), end],
      };
    },
    async refresh() {
      if (metrics.revision === revision) return;
      const asked = [...known.values()].filter(({ isAsked }) => isAsked).map(({ accept }) => accept);
      for (const accept of revision === '' ? [acceptOfPrometheus] : asked) {
        const { contentType } = prometheusText({ families: () => [] }, accept);
        const steady = steadyOf(contentType, accept);
        const page = known.get(contentType);
        // Before it is rendered, or a call in the meantime would render it again, although nobody has asked.
        if (page !== undefined) page.isAsked = false;
        await steady;
      }
    },
  };
}
