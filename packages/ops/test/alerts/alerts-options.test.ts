import { isConfigError } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import type { AlertsOptions } from '../../src/alerts/alerts-options.ts';
import { setUp } from '../support/alert-set-up.ts';

test('a webhook that is named twice gets each message once', async () => {
  const world = setUp({
    webhooks: ['ops', 'chat', 'ops'],
    rules: [{ jobs: 'Stock', webhooks: ['ops', 'ops'] }, { jobs: '*' }],
  });
  await world.run('failed');
  await world.run('failed', {}, 'Stock');
  const messages = await world.store.readMessages({ limit: 10 });
  expect(messages.map(({ job, target }) => `${job} ${target}`).sort()).toEqual([
    'Orders chat',
    'Orders ops',
    'Stock ops',
  ]);
});

test.each<[string, Partial<AlertsOptions>]>([
  ['rules.0.on must be a list of failed, partial', { rules: [{ jobs: '*', on: ['red' as never] }] }],
  ['rules.0.after must be a whole number from 1 to 100', { rules: [{ jobs: '*', after: 0 }] }],
  ['rules.0.settle must be milliseconds or a duration', { rules: [{ jobs: '*', settle: 'long' }] }],
  ['rules.0.webhooks.0 must be one of the webhooks ops', { rules: [{ jobs: '*', webhooks: ['mail'] }] }],
  ['rules.1.jobs must be the name of a job', { rules: [{ jobs: '*' }, { jobs: '' }] }],
  ['silences.0.until must be a time with an offset', { silences: [{ jobs: '*', until: '2026-03-02' }] }],
  ['silences.0.until must be a time with an offset', { silences: [{ jobs: '*', until: '2026-02-30T00:00:00Z' }] }],
  ['did you mean recover?', { rules: [{ jobs: '*', recovr: 2 } as never] }],
  ['store must keep alerts', { store: {} as never }],
  ['rules must be a list of rules', { rules: undefined as never }],
  ['rules must be a list of rules', { rules: '*' as never }],
  ['rules.0.webhooks must be a list of the names', { rules: [{ jobs: '*', webhooks: 'ops' as never }] }],
  ['silences must be a list', { silences: {} as never }],
  ['webhooks must be a list of the names', { webhooks: 'ops' as never }],
  ['webhooks must be a list of the names', { webhooks: [''] }],
  ['consumer must be a name', { consumer: '' }],
  ['consumer must be a name', { consumer: 'x'.repeat(201) }],
  ['source must be a URI', { source: 5 as never }],
  ['deviations cannot be -1', { volume: { deviations: -1 } }],
])('%s', (message, options) => {
  let error: unknown;
  try {
    setUp(options);
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigError(error) && error.message).toContain(message);
});
