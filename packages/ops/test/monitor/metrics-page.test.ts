import { gunzipSync } from 'node:zlib';
import type { MetricFamily } from '@syncline/runs/metrics';
import { prometheusText } from '@syncline/runs/metrics';
import { expect, test } from 'vitest';
import { createMetricsPage } from '../../src/monitor/metrics-page.ts';
import { family } from '../../src/monitor/monitor-metrics.ts';

const openMetrics = 'application/openmetrics-text; version=1.0.0';

/** A metrics page with one steady family, and one that changes each time the page is requested. */
function setUp(name = 'Ärger') {
  const state = { revision: '1', value: 1, looks: 0, made: 0 };
  const samples = (value: number) =>
    Array.from({ length: 500 }, (_, index) => ({ labels: { job_name: `${name} "${index}"` }, value }));
  const steady = (): readonly MetricFamily[] => {
    state.made += 1;
    return [family('steady', 'counter', '{run}', 'Stays.', samples(state.value))];
  };
  const moving = (): readonly MetricFamily[] => [family('moving', 'gauge', 's', 'Moves.', samples(state.looks))];
  const page = createMetricsPage({
    steady,
    moving,
    get revision() {
      return state.revision;
    },
  });
  const look = async (accept?: string) => {
    state.looks += 1;
    const { body, packed, headers } = await page.respond(accept);
    const text = Buffer.concat(await (body as () => Promise<Buffer[]>)()).toString();
    expect(gunzipSync(Buffer.concat(await (packed as () => Promise<Buffer[]>)())).toString()).toBe(text);
    return { text, type: headers['content-type'] };
  };
  const whole = (accept?: string) => prometheusText({ families: () => [...steady(), ...moving()] }, accept).body;
  return { state, page, look, whole };
}

test.each([undefined, openMetrics])('contains the families in each format (%s), compressed or not', async (accept) => {
  const { state, look, whole } = setUp();
  for (let count = 0; count < 3; count += 1) {
    expect((await look(accept)).text).toBe(whole(accept));
    state.value += 1;
    state.revision += '+';
  }
});

test('a page that is compressed in several parts is whole', async () => {
  const { look, whole } = setUp('Ä€'.repeat(1_500));
  const { text } = await look();
  expect(text.length).toBeGreaterThan(2_000_000);
  expect(text).toBe(whole());
});

test('a change while the page is rendered does not make another one that nobody has requested', async () => {
  const { state, page } = setUp();
  const first = page.refresh();
  state.revision = '1a';
  await page.refresh();
  await first;
  expect(state.made).toBe(1);
});

test('the steady part is rendered once for each format, and again when it has changed', async () => {
  const { state, page, look } = setUp();
  for (const accept of [undefined, undefined, openMetrics, undefined, openMetrics]) await look(accept);
  expect(state.made).toBe(2);
  await page.refresh();
  expect(state.made).toBe(2);
  Object.assign(state, { revision: '2', value: 7 });
  await page.refresh();
  expect(state.made).toBe(4);
  expect((await look()).text).toContain('steady_total{job_name="Ärger \\"0\\""} 7\n');
  expect((await look(openMetrics)).type).toContain('openmetrics');
  expect(state.made).toBe(4);
});

test('the first scrape of Prometheus finds its page rendered', async () => {
  const { state, page, look } = setUp();
  await page.refresh();
  expect(state.made).toBe(1);
  expect((await look('application/openmetrics-text;version=1.0.0,*/*;q=0.1')).text).toContain('# EOF');
  expect(state.made).toBe(1);
});

test('a format that nobody has requested since the last time is not rendered', async () => {
  const { state, page, look } = setUp();
  await page.refresh();
  state.revision = '1a';
  await page.refresh();
  expect(state.made).toBe(1);
  await look();
  for (const revision of ['2', '3', '4']) {
    state.revision = revision;
    await page.refresh();
  }
  expect(state.made).toBe(3);
});

test('the text that is not compressed is kept as long as somebody requests it', async () => {
  const { state, page, look, whole } = setUp();
  const steadyPart = async () => {
    const { body } = await page.respond(undefined);
    const parts = await (body as () => Promise<Buffer[]>)();
    return parts[0];
  };
  const first = await steadyPart();
  expect(await steadyPart()).toBe(first);
  for (const revision of ['2', '3']) {
    Object.assign(state, { revision, value: Number(revision) });
    await page.refresh();
    expect((await look()).text).toBe(whole());
    const next = await steadyPart();
    expect(next).not.toBe(first);
    expect(await steadyPart()).toBe(next);
  }
});
