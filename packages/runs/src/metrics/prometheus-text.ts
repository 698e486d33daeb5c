import { ConfigError } from '@syncline/core/internal';
import type { MetricFamily, MetricSample } from './metric-family.ts';

/** The response to a scrape. */
export interface PrometheusText {
  /** For the header `Content-Type` */
  readonly contentType: string;
  readonly body: string;
}

interface Format {
  readonly contentType: string;
  /**
   * Whether the format is OpenMetrics, in which the name of a counter's family has no `_total`, units are named, and
   * the text has an end marker
   */
  readonly isOpen: boolean;
}

const plainText: Format = { contentType: 'text/plain; version=0.0.4; charset=utf-8', isOpen: false };
const openMetrics: Format = {
  contentType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  isOpen: true,
};

/**
 * Prints metrics for Prometheus: in OpenMetrics 1.0.0 if the `Accept` header of the scrape prefers it, otherwise in the
 * text format 0.0.4, which every version of Prometheus reads.
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
  if (typeof metrics?.families !== 'function') throw new ConfigError('metrics', 'must be created by createRunMetrics');
  const { contentType, isOpen } = prefersOpenMetrics(accept ?? '') ? openMetrics : plainText;
  // Appending takes less time and memory than a list of all lines. There can be 260,000.
  let body = '';
  for (const family of metrics.families()) body += familyText(family, isOpen);
  return { contentType, body: isOpen ? `${body}# EOF\n` : body };
}

function familyText({ name, type, unit, help, samples }: MetricFamily, isOpen: boolean): string {
  const sampleName = type === 'counter' ? `${name}_total` : name;
  const familyName = isOpen ? name : sampleName;
  const shownHelp = isOpen ? escaped(help) : help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
  let text = `# HELP ${familyName} ${shownHelp}\n# TYPE ${familyName} ${type}\n`;
  if (isOpen && unit === 's') text += `# UNIT ${familyName} seconds\n`;
  for (const sample of samples) text += sampleText(sampleName, sample);
  return text;
}

/**
 * The lines of samples and the labels of jobs, as they were last printed. Most jobs have not run since the last scrape,
 * so their samples are the same objects, and printing them again would take ten times as long (10,000 jobs, 260,000
 * lines).
 */
const sampleTexts = new WeakMap<MetricSample, { readonly name: string; readonly text: string }>();
const labelTexts = new WeakMap<MetricSample['labels'], string>();

function sampleText(name: string, sample: MetricSample): string {
  const known = sampleTexts.get(sample);
  if (known?.name === name) return known.text;
  const { labels, value, buckets } = sample;
  const own = labelsText(labels);
  const text = buckets === undefined ? line(name, own, value) : histogramText(name, own, value, buckets);
  sampleTexts.set(sample, { name, text });
  return text;
}

function histogramText(
  name: string,
  labels: string,
  sum: number,
  buckets: NonNullable<MetricSample['buckets']>,
): string {
  const first = labels === '' ? '' : `${labels},`;
  const lines = buckets.map(([limit, count]) => line(`${name}_bucket`, `${first}le="${numberOf(limit, true)}"`, count));
  const count = line(`${name}_count`, labels, buckets.at(-1)?.[1] ?? 0);
  return [...lines, line(`${name}_sum`, labels, sum), count].join('');
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const known = labelTexts.get(labels);
  if (known !== undefined) return known;
  const text = Object.entries(labels)
    .map(([label, value]) => `${label}="${escaped(value)}"`)
    .join(',');
  labelTexts.set(labels, text);
  return text;
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${numberOf(value)}\n`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

/** `isLimit` prints whole numbers with a fraction, so that a bucket has the same name in both formats. */
function numberOf(value: number, isLimit = false): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return isLimit && Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** Whether the header contains OpenMetrics 1.0.0, and prefers nothing else. */
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
