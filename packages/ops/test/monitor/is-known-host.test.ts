import { expect, test } from 'vitest';
import { isKnownHost } from '../../src/monitor/serve-monitor.ts';

const allowed = new Set(['monitor.example.com', 'syncline']);

test.each([
  'localhost',
  'localhost:9464',
  'LOCALHOST',
  'localhost.',
  'a.localhost:1',
  '127.0.0.1:9464',
  '10.1.2.3',
  '[::1]:9464',
  '[fe80::1]',
  'monitor.example.com',
  'Monitor.Example.com:80',
  'syncline:9464',
])('%s is this server', (host) => expect(isKnownHost(host, allowed)).toBe(true));

test.each([
  undefined,
  '',
  'evil.example',
  'localhost.evil.example',
  'evil.localhost.example:9464',
  '127.0.0.1.evil.example',
  'example.com',
  'x.syncline',
  'localhost:9464@evil.example',
  'localhost evil',
  'localhost:999999',
  '127.1',
  '0x7f000001',
  '2130706433',
  '[::1',
  '[evil]',
])('%s is not', (host) => expect(isKnownHost(host, allowed)).toBe(false));
