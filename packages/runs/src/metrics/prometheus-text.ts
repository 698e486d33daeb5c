import { ConfigError } from '@syncline/core/internal';
import type { LabeledNumber, MetricFamily, MetricSample } from './metric-family.ts';

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
  const { contentType, parts } = prometheusParts(metrics, accept);
  // Appending takes less time and memory than a list of all lines. There can be 260,000.
  let body = '';
  for (const part of parts) body += part;
  return { contentType, body };
}

/** The end of a text in OpenMetrics, which nothing may follow. */
const openEnd = '# EOF\n';

/**
 * The same text in parts of at most some thousand characters, each printed when it is read. The text of many jobs is long,
 * and a server should do other work in between.
 *
 * @param isOpenEnded - whether more parts will follow, so that the end marker is left out. @default false
 *
 * @example
 * ```ts
 * import { createRunMetrics, prometheusParts } from '@syncline/runs/metrics';
 *
 * const metrics = createRunMetrics({ jobs: ['Orders'] });
 * export function* scrapeInParts(accept: string) {
 *   for (const part of prometheusParts(metrics, accept).parts) yield Buffer.from(part);
 * }
 * ```
 */
export function prometheusParts(
  metrics: { families(): readonly MetricFamily[] },
  accept?: string | null | undefined,
  isOpenEnded = false,
): { readonly contentType: string; readonly parts: Iterable<string> } {
  if (typeof metrics?.families !== 'function') throw new ConfigError('metrics', 'must be created by createRunMetrics');
  const { contentType, isOpen } = prefersOpenMetrics(accept ?? '') ? openMetrics : plainText;
  return { contentType, parts: partsOf(metrics.families(), isOpen, isOpen && !isOpenEnded ? openEnd : '') };
}

function* partsOf(families: readonly MetricFamily[], isOpen: boolean, end: string): Generator<string, void> {
  for (const family of families) yield* familyParts(family, isOpen);
  if (end !== '') yield end;
}

function* familyParts(family: MetricFamily, isOpen: boolean): Generator<string, void> {
  const { name, type, unit, help } = family;
  const sampleName = type === 'counter' ? `${name}_total` : name;
  const familyName = isOpen ? name : sampleName;
  const shownHelp = isOpen ? escaped(help) : help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
  yield `# HELP ${familyName} ${shownHelp}\n# TYPE ${familyName} ${type}\n`;
  if (isOpen && unit === 's') yield `# UNIT ${familyName} seconds\n`;
  const numbers = family.numbers?.() ?? family.samples.map(({ labels, ...number }) => ({ of: labels, ...number }));
  for (const number of numbers) yield numberText(sampleName, number);
}

function numberText(name: string, { of, also, value, buckets }: LabeledNumber): string {
  const ofJob = labelsText(of);
  const text = also === undefined ? ofJob : `${ofJob}${ofJob === '' ? '' : ','}${also[0]}="${escaped(also[1])}"`;
  return buckets === undefined ? line(name, text, value) : histogramText(name, text, value, buckets);
}

function histogramText(
  name: string,
  labels: string,
  sum: number,
  buckets: NonNullable<MetricSample['buckets']>,
): string {
  const first = labels === '' ? '' : `${labels},`;
  let text = '';
  for (const [limit, count] of buckets) text += line(`${name}_bucket`, `${first}le="${numberOf(limit, true)}"`, count);
  return text + line(`${name}_sum`, labels, sum) + line(`${name}_count`, labels, buckets.at(-1)?.[1] ?? 0);
}

/** The labels of jobs, as they were first printed. Printing all again would take most of the time of a scrape. */
const labelTexts = new WeakMap<MetricSample['labels'], string>();

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
