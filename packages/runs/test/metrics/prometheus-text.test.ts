import { describe, expect, test } from 'vitest';
import { createRunMetrics, prometheusText } from '../../src/metrics/index.ts';

const text = 'text/plain; version=0.0.4; charset=utf-8';
const open = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

describe('the format', () => {
  test.each([
    [undefined, text],
    ['', text],
    ['*/*', text],
    ['text/plain;version=0.0.4', text],
    // Prometheus 2.42
    [
      'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      open,
    ],
    // Prometheus 3
    [
      'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=1.0.0;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
      open,
    ],
    ['application/openmetrics-text; version=0.0.1', text],
    ['application/openmetrics-text;q=0', text],
    ['application/openmetrics-text;q=0.2, text/plain;q=0.9', text],
    ['application/vnd.google.protobuf, application/openmetrics-text', open],
    [','.repeat(100_000), text],
  ])('of the request with Accept %j', (accept, contentType) => {
    expect(prometheusText(createRunMetrics(), accept).contentType).toBe(contentType);
  });

  test('the text format names counters with their suffix, and OpenMetrics names families, units and the end', () => {
    const metrics = createRunMetrics({ jobs: ['Orders'] });
    const plain = prometheusText(metrics).body;
    expect(plain).toContain('# TYPE syncline_runs_total counter\n');
    expect(plain).not.toContain('# EOF');
    const { body } = prometheusText(metrics, 'application/openmetrics-text');
    expect(body).toContain('# TYPE syncline_runs counter\n');
    expect(body).toContain('# UNIT syncline_run_duration_seconds seconds\n');
    expect(body.endsWith('\n# EOF\n')).toBe(true);
    const series = (all: string) => all.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(series(body).map((line) => line.replace(/ \S+$/, ''))).toEqual(
      series(plain).map((line) => line.replace(/ \S+$/, '')),
    );
  });

  test('a value that is not metrics is refused', () => {
    expect(() => prometheusText({} as never)).toThrow(expect.objectContaining({ option: 'metrics' }));
  });
});

describe('labels', () => {
  test.each([
    ['a "b" \\ c', 'job_name="a \\"b\\" \\\\ c"'],
    ['two\nlines', 'job_name="two lines"'],
    ['nul\0 and \u202e bidi', 'job_name="nul and bidi"'.replace('nul and bidi', 'nul  and   bidi')],
    ['half \ud83d of a pair', 'job_name="half   of a pair"'],
    ['Größe 日本 🚚', 'job_name="Größe 日本 🚚"'],
    ['} evil 1\n# TYPE x counter', 'job_name="} evil 1 # TYPE x counter"'],
  ])('the job %j', (job, expected) => {
    const { body } = prometheusText(createRunMetrics({ jobs: [job] }));
    expect(body).toContain(`${expected}}`);
    for (const line of body.split('\n').slice(0, -1))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+\{.*\} \S+)$/u);
  });

  test('a long name is cut to 200 characters, and none is cut in two', () => {
    const { body } = prometheusText(createRunMetrics({ jobs: ['🚚'.repeat(5_000)] }));
    expect(body).toContain(`job_name="${'🚚'.repeat(200)}"`);
  });

  test('your own labels are on every metric', () => {
    const { body } = prometheusText(createRunMetrics({ jobs: ['Orders'], labels: { environment: 'pro"duction' } }));
    const series = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(series.filter((line) => !line.includes('{environment="pro\\"duction",'))).toEqual([]);
  });
});
