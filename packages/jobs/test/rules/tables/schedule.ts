import { berlin, type RuleTables, runs, selected, whole } from './table.ts';

const quartz = { cron: { timeZone: 'UTC', sunday: 1, seconds: true }, now: new Date('2026-01-01T00:00:00Z') } as const;
const nightly = { Scheduled: true, ScheduledCron: '0 2 * * *', Destination: 'Lake' };
const one = { ...berlin, maxStartsPerMinute: 1 };
const at = (ScheduledCron: string) => ({ JobName: 'Other', Scheduled: true, ScheduledCron, Destination: 'Lake' });
const everyFive = { Scheduled: 'true', ScheduledCron: '*/5 * * * *' };

export const scheduleTables: RuleTables = {
  'scheduled-without-cron': {
    triggers: [
      whole({ Scheduled: true }),
      whole({ Scheduled: 'TRUE', ScheduledCron: '' }),
      whole({ Scheduled: 'true', ScheduledCron: '   ' }),
      whole({ Scheduled: true, ScheduledCron: null }),
      selected({ Scheduled: true, ScheduledCron: '' }),
    ],
    innocent: [
      whole({}),
      whole({ Scheduled: 'FALSE' }),
      whole({ Scheduled: '', ScheduledCron: '' }),
      whole({ Scheduled: 'TRUE', ScheduledCron: '@daily' }),
      selected({ Scheduled: false }),
      selected({ ScheduledCron: '0 2 * * *' }),
    ],
    unknown: [selected({ Scheduled: true }), selected({ ScheduledCron: '' }), whole({ Scheduled: 'perhaps' })],
  },
  'cron-unparsable': {
    triggers: [
      whole({ ScheduledCron: 'TRUE' }),
      whole({ ScheduledCron: 'every night' }),
      whole({ ScheduledCron: '* * * *' }),
      whole({ ScheduledCron: '60 * * * *' }),
      whole({ ScheduledCron: '@reboot' }),
      whole({ ScheduledCron: 'constructor' }),
      whole({ ScheduledCron: '0 0 0 * * *' }, { settings: berlin }),
      whole({ ScheduledCron: '0 2 * * 0' }, { settings: quartz }),
      whole({ ScheduledCron: '0 2 * * 8' }, { settings: quartz }),
      whole({ ScheduledCron: '0 2 * * 2-8' }),
      selected({ ScheduledCron: 12 }),
    ],
    innocent: [
      whole({}),
      whole({ ScheduledCron: '' }),
      whole({ ScheduledCron: '0 2 * * MON-FRI' }),
      whole({ ScheduledCron: '@WEEKLY' }),
      whole({ ScheduledCron: ' 5  4 * JAN,DEC 1 ' }),
      whole({ ScheduledCron: '0 0 2 * * 7' }, { settings: quartz }),
      whole({ ScheduledCron: '@weekly' }, { settings: quartz }),
      selected({ ScheduledCron: '*/15 * * * *' }),
    ],
    unknown: [selected({}), whole({ ScheduledCron: '0 0 0 * * *' }), whole({ ScheduledCron: '0 2 * * 0' })],
  },
  'cron-never-fires': {
    triggers: [
      whole({ ScheduledCron: '0 0 30 2 *' }),
      whole({ ScheduledCron: '0 0 31 4,6,9,11 *' }),
      whole({ ScheduledCron: '0 0 31 FEB *' }, { settings: berlin }),
      selected({ ScheduledCron: '5 5 31 2 *' }),
    ],
    innocent: [
      whole({}),
      whole({ ScheduledCron: '' }),
      whole({ ScheduledCron: '0 0 29 2 *' }),
      whole({ ScheduledCron: '0 0 30 2 1' }),
      whole({ ScheduledCron: '@monthly' }),
      selected({ ScheduledCron: '0 0 31 * *' }),
    ],
    unknown: [selected({}), whole({ ScheduledCron: 'TRUE' }), whole({ ScheduledCron: 5 })],
  },
  'cron-without-schedule': {
    triggers: [
      whole({ ScheduledCron: '0 2 * * *' }),
      whole({ ScheduledCron: '@daily', Scheduled: 'FALSE' }),
      whole({ ScheduledCron: 'nonsense', Scheduled: false }),
      whole({ ScheduledCron: '0 2 * * *', Scheduled: '' }),
      selected({ ScheduledCron: '0 2 * * *', Scheduled: 'false' }),
    ],
    innocent: [
      whole({}),
      whole({ ScheduledCron: '', Scheduled: false }),
      whole({ ScheduledCron: '0 2 * * *', Scheduled: 'TRUE' }),
      selected({ ScheduledCron: '' }),
      selected({ Scheduled: true }),
    ],
    unknown: [selected({ ScheduledCron: '0 2 * * *' }), selected({ Scheduled: false })],
  },
  'interval-below-runtime': {
    triggers: [
      whole(everyFive, { settings: runs(8, 300_001) }),
      whole({ Scheduled: 'TRUE', ScheduledCron: '@hourly' }, { settings: runs(20, 7_200_000) }),
      whole({ Scheduled: true, ScheduledCron: '0,10 2 * * *' }, { settings: runs(9, 660_000) }),
      whole({ Scheduled: true, ScheduledCron: '59 23 * * *' }, { settings: runs(8, 86_400_001) }),
      whole(everyFive, {
        settings: { history: { runtimesOf: () => [1, 1, 1, 1, 1, 1, 1, 400_000] } },
      }),
      selected(everyFive, { settings: runs(8, 300_001) }),
    ],
    innocent: [
      whole({}),
      whole({ Scheduled: false, ScheduledCron: '* * * * *' }),
      whole(everyFive, { settings: runs(8, 300_000) }),
      whole({ Scheduled: true, ScheduledCron: '0 2 * * MON' }, { settings: { ...berlin, ...runs(8, 86_400_001) } }),
      whole(everyFive, {
        settings: { history: { runtimesOf: () => [...Array(20).keys()].map((index) => (index === 0 ? 400_000 : 1)) } },
      }),
      selected({ Scheduled: false }),
    ],
    unknown: [
      whole(everyFive),
      whole(everyFive, { settings: runs(7, 999_999) }),
      whole(everyFive, { settings: { history: { runtimesOf: () => undefined } } }),
      whole({ Scheduled: true, ScheduledCron: '' }, { settings: runs(8, 1) }),
      whole({ Scheduled: true, ScheduledCron: 'nonsense' }, { settings: runs(8, 1) }),
      selected({ Scheduled: true }, { settings: runs(8, 1) }),
    ],
  },
  'crowded-minute': {
    triggers: [
      whole(nightly, { others: [at('0 2 * * *')], settings: one }),
      whole(nightly, { others: [at('0 2 1 1 *')], settings: one }),
      whole(nightly, { others: [at('@daily'), at('*/30 * * * *')], settings: one }),
      whole(nightly, { others: [at('0 2 * * 1'), at('0 2 * * 1')], settings: { ...one, maxStartsPerMinute: 2 } }),
      selected({ ...nightly, WorkspaceId: 'workspace' }, { others: [at('0 * * * *')], settings: one }),
    ],
    innocent: [
      whole({ Scheduled: '' }, { settings: one }),
      whole({ ...nightly, Scheduled: 'FALSE' }, { others: [at('0 2 * * *')], settings: one }),
      whole({ ...nightly, Scheduled: 'TRUE', ScheduledCron: '' }, { others: [at('0 2 * * *')], settings: one }),
      whole(nightly, { others: [at('1 2 * * *')], settings: one }),
      whole(nightly, { others: [{ ...at('0 2 * * *'), Destination: 'lake' }], settings: one }),
      whole(nightly, { others: [at('0 2 * * *')], settings: { ...one, maxStartsPerMinute: 2 } }),
      whole({ ...nightly, ScheduledCron: '0 2 1 * *' }, { others: [at('0 2 2 * *')], settings: one }),
      whole({ Scheduled: true, ScheduledCron: '0 2 * * *' }, { settings: one }),
      selected({ Scheduled: false }, { settings: one }),
    ],
    unknown: [
      whole(nightly, { others: [at('0 2 * * *')] }),
      whole(nightly, { others: [at('0 2 * * *')], settings: berlin }),
      whole(nightly, { others: [at('0 2 * * *')], settings: { maxStartsPerMinute: 1 } }),
      whole(nightly, { unread: 1, settings: one }),
      whole(nightly, { others: [at('nonsense')], settings: one }),
      selected({ Destination: 'Lake' }, { settings: one }),
    ],
  },
  'clock-change': {
    triggers: [
      whole({ Scheduled: true, ScheduledCron: '30 2 * * *' }, { settings: berlin }),
      whole({ Scheduled: 'TRUE', ScheduledCron: '0 2 * * SUN' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '59 1-3 * * *' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '0 2 29 3 *' }, { settings: berlin }),
      whole(
        { Scheduled: true, ScheduledCron: '30 1 * 11 *' },
        { settings: { ...berlin, cron: { timeZone: 'America/New_York', sunday: 0, seconds: false } } },
      ),
      selected({ Scheduled: true, ScheduledCron: '30 2 * * *' }, { settings: berlin }),
    ],
    innocent: [
      whole({}, { settings: berlin }),
      whole({ Scheduled: 'FALSE', ScheduledCron: '30 2 * * *' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '30 * * * *' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '0 */2 * * *' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '0 3 * * *' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '30 2 * * MON' }, { settings: berlin }),
      whole({ Scheduled: true, ScheduledCron: '30 2 * * *' }, { settings: quartz }),
      selected({ Scheduled: false }, { settings: berlin }),
    ],
    unknown: [
      whole({ Scheduled: true, ScheduledCron: '30 2 * * *' }),
      whole({ Scheduled: true, ScheduledCron: 'nonsense' }, { settings: berlin }),
      selected({ Scheduled: true }, { settings: berlin }),
      selected({ ScheduledCron: '30 2 * * *' }, { settings: berlin }),
    ],
  },
};
