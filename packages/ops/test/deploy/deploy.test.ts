import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunMetrics } from '@syncline/runs/metrics';
import { describe, expect, test } from 'vitest';
import { alertFamilies, createJobFamilies, monitorFamilies } from '../../src/monitor/monitor-metrics.ts';
import { folderWith } from '../support/folder.ts';
import { prometheusFolder } from '../support/prometheus.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: readonly Panel[] };
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const counts = { ticks: { leader: 0, standby: 0, failed: 0 }, requests: 0, lastGood: 0, tookMs: 0, isLeader: true };
const families = [
  ...createRunMetrics({ jobs: ['a'] }).families(),
  ...createJobFamilies('test')([]),
  ...monitorFamilies('test', counts),
  ...alertFamilies('test', { backlog: [], attempts: {}, problems: {} }, 0),
];
const metrics = new Set(
  families.flatMap(({ name, type }) => [
    type === 'counter' ? `${name}_total` : name,
    ...(type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : []),
  ]),
);
const used = (text: string): readonly string[] => text.match(/\bsyncline_[a-z_]+/g) ?? [];

test('rules and dashboard use metrics that the monitor has, and the dashboard uses each of them', () => {
  for (const name of used(read('alerts.yml') + expressions.join(' '))) expect(metrics).toContain(name);
  const shown = new Set(used(expressions.join(' ')).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const all = families.map(({ name, type }) => (type === 'counter' ? `${name}_total` : name));
  // The dashboard shows the age, which the monitor derives from this timestamp.
  expect(all.filter((name) => !shown.has(name))).toEqual(['syncline_job_last_success_timestamp_seconds']);
});

test('the panels have unique ids and do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

test('the image is pinned, runs as an unprivileged user, and has a health check', () => {
  const text = read('Dockerfile');
  expect(text).toMatch(/^FROM node:\d+\.\d+\.\d+-\w+-slim$/m);
  expect(text).toMatch(/^USER node$/m);
  expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('ENTRYPOINT'));
  expect(text).toContain("fetch('http://127.0.0.1:9464/health/live')");
});

describe.skipIf(prometheusFolder === undefined)('promtool', () => {
  const promtool = (...args: string[]): string =>
    execFileSync(`${prometheusFolder}promtool`, args, {
      encoding: 'utf8',
      cwd: deploy,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  test('accepts the rules, and their tests pass', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    promtool('test', 'rules', 'alerts.test.yml');
  });
  test('every alert has a test', () => {
    for (const [, name] of read('alerts.yml').matchAll(/- alert: (\w+)/g))
      expect(read('alerts.test.yml')).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`));
  });
  test('can read every expression of the dashboard', () => {
    const rules = expressions.map((expr, index) => ({
      record: `panel_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replace(/\$(?:environment|job)\b/g, '.*'),
    }));
    const folder = folderWith({});
    const check = (text: string): string => {
      writeFileSync(join(folder, 'rules.yml'), text);
      return promtool('check', 'rules', join(folder, 'rules.yml'));
    };
    expect(check(JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))).toContain(`${rules.length} rules found`);
    expect(() =>
      check(JSON.stringify({ groups: [{ name: 'bad', rules: [{ record: 'a', expr: 'sum(' }] }] })),
    ).toThrow();
  });
});
