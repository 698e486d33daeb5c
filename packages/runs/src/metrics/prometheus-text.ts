import { ConfigError } from '@syncline/core';
import type { MetricFamily, MetricSample } from './metric-family.ts';

/** Metrics as the response to a scrape. */
export interface PrometheusText {
  /** For the header `Content-Type` */
  readonly contentType: string;
  readonly body: string;
}

interface Format {
  readonly contentType: string;
  /** Whether it is OpenMetrics, in which the family of a counter lacks `_total`, units are named, and the text has an end */
  readonly isOpen: boolean;
}

const plainText: Format = { contentType: 'text/plain; version=0.0.4; charset=utf-8', isOpen: false };
const openMetrics: Format = {
  contentType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  isOpen: true,
};

/**
 * Writes metrics as Prometheus reads them: in OpenMetrics 1.0.0 if the `Accept` header of the scrape prefers it, otherwise
 * in the text format 0.0.4, which every version of Prometheus reads.
 *
 * @param accept - the header `Accept` of the request. @default the text format
 *
 * @example
 * ```ts
 * import { createRunMetrics, prometheusText } from '@syncline/runs/metrics';
 *
 * const metrics = createRunMetrics({ jobs: ['Orders'] });
 * export function scrape(request: Request): Response {
 *   const { contentType, body } = prometheusText(metrics, request.headers.get('accept'));
 *   return new Response(body, { headers: { 'content-type': contentType } });
 * }
 * ```
 */
export function prometheusText(
  metrics: { families(): readonly MetricFamily[] },
  accept?: string | null | undefined,
): PrometheusText {
  if (typeof metrics?.families !== 'function') throw new ConfigError('metrics', 'must be made by createRunMetrics');
  const { contentType, isOpen } = prefersOpenMetrics(accept ?? '') ? openMetrics : plainText;
  const lines = metrics.families().flatMap((family) => linesOf(family, isOpen));
  if (isOpen) lines.push('# EOF');
  return { contentType, body: `${lines.join('\n')}\n` };
}

function linesOf({ name, type, unit, help, samples }: MetricFamily, isOpen: boolean): string[] {
  const sampleName = type === 'counter' ? `${name}_total` : name;
  const familyName = isOpen ? name : sampleName;
  return [
    `# HELP ${familyName} ${isOpen ? escaped(help) : help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}`,
    `# TYPE ${familyName} ${type}`,
    ...(isOpen && unit === 's' ? [`# UNIT ${familyName} seconds`] : []),
    ...samples.flatMap((sample) =>
      type === 'histogram' ? histogramLines(name, sample) : [line(sampleName, sample.labels, sample.value)],
    ),
  ];
}

function histogramLines(name: string, { labels, value, buckets = [] }: MetricSample): string[] {
  return [
    ...buckets.map(([limit, count]) => line(`${name}_bucket`, { ...labels, le: numberOf(limit, true) }, count)),
    line(`${name}_sum`, labels, value),
    line(`${name}_count`, labels, buckets.at(-1)?.[1] ?? 0),
  ];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${numberOf(value)}`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

/** `isLimit` writes whole numbers with a fraction, so that a bucket has one name in both formats. */
function numberOf(value: number, isLimit = false): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return isLimit && Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** Whether the header names OpenMetrics 1.0.0, and nothing that is liked better. */
function prefersOpenMetrics(accept: string): boolean {
  let [open, plain] = [0, 0];
  for (const range of accept.slice(0, 2_000).split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const valueOf = (name: string): string | undefined =>
      parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    const quality = Number(valueOf('q') ?? 1);
    const version = valueOf('version');
    if (type === 'application/openmetrics-text' && (version ?? '1.0.0') === '1.0.0') open = Math.max(open, quality);
    if (type === 'text/plain' && (version ?? '0.0.4') === '0.0.4') plain = Math.max(plain, quality);
  }
  return open > 0 && open >= plain;
}
