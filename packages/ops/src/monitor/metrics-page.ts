import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type MetricFamily, prometheusText } from '@syncline/runs/metrics';
import type { MetricParts } from './metric-parts.ts';
import type { MonitorResponse } from './monitor-response.ts';

/** `/metrics` of a monitor. */
export interface MetricsPage {
  /** @param accept - the header `Accept` of the request */
  respond(accept: string | undefined): Promise<MonitorResponse>;
  /**
   * Renders what has changed, if somebody has asked since the last time, so that the next request need not wait for it. The
   * first time, it renders what Prometheus asks for: its first scrape of 10,000 jobs would take over a second otherwise.
   */
  refresh(): Promise<void>;
}

/** The part of a page that stays while no run and no result of freshness changes. For 10,000 jobs it has 24 MB. */
interface Steady {
  readonly bytes: Buffer;
  /** Blocks of DEFLATE that are not the last ones */
  readonly deflated: Buffer;
  readonly checksum: number;
}

const deflate = promisify(deflateRaw);
/** A 27th of the size in a third of the time of the default level. */
const level = 1;
/** The header of a gzip file without a name and a time (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const openEnd = '# EOF\n';
/** The part of the header `Accept` of Prometheus that decides. */
const acceptOfPrometheus = 'application/openmetrics-text; version=1.0.0';

/**
 * Creates `/metrics`. What changes with runs only is rendered and compressed once, whoever asks; ages and the monitor's own
 * counters are rendered for each request, and their compressed blocks follow those of the first part in one gzip stream.
 */
export function createMetricsPage(metrics: MetricParts): MetricsPage {
  /** By the content type: the text format, and OpenMetrics */
  const known = new Map<string, { readonly accept: string | undefined; steady: Promise<Steady>; isAsked: boolean }>();
  let revision = '';

  const render = async (families: readonly MetricFamily[], accept: string | undefined): Promise<Steady> => {
    const bytes = Buffer.from(textOf(families, accept));
    const deflated = await deflate(bytes, { level, finishFlush: constants.Z_FULL_FLUSH });
    return { bytes, deflated, checksum: crc32(bytes) };
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
      const { bytes, deflated, checksum } = await steadyOf(contentType, accept);
      const rest = Buffer.from(body);
      const end = Buffer.alloc(8);
      end.writeUInt32LE(crc32(rest, checksum), 0);
      end.writeUInt32LE((bytes.length + rest.length) % 2 ** 32, 4);
      return {
        status: 200,
        headers: { 'content-type': contentType, 'cache-control': 'no-store' },
        body: [bytes, rest],
        packed: [gzipHeader, deflated, await deflate(rest, { level }), end],
      };
    },
    async refresh() {
      if (metrics.revision === revision) return;
      const asked = [...known.values()].filter(({ isAsked }) => isAsked).map(({ accept }) => accept);
      for (const accept of revision === '' ? [acceptOfPrometheus] : asked) {
        const { contentType } = prometheusText({ families: () => [] }, accept);
        await steadyOf(contentType, accept);
        const page = known.get(contentType);
        if (page !== undefined) page.isAsked = false;
      }
    },
  };
}

/** The text of families that others follow. */
function textOf(families: readonly MetricFamily[], accept: string | undefined): string {
  const { body } = prometheusText({ families: () => families }, accept);
  return body.endsWith(openEnd) ? body.slice(0, -openEnd.length) : body;
}
