import { type RuleTables, selected, whole } from './table.ts';

/** The table of a rule about a switch that is on by default and must not be off. */
const notOff = (field: string) => ({
  triggers: [
    whole({ [field]: false }),
    whole({ [field]: 'false' }),
    whole({ [field]: 'FALSE' }),
    selected({ [field]: 'False' }),
  ],
  innocent: [
    whole({}),
    whole({ [field]: '' }),
    whole({ [field]: 'TRUE' }),
    whole({ [field]: true }),
    selected({ [field]: 'true' }),
  ],
  unknown: [selected({}), selected({ [field]: '' }), whole({ [field]: 'perhaps' }), whole({ [field]: 0 })],
});

export const failureTables: RuleTables = {
  'continue-without-notification': {
    triggers: [
      whole({}),
      whole({ ContinueOnError: 'TRUE', SendEmailNotification: 'FALSE' }),
      whole({ ContinueOnError: '', NotifyWindowsEvent: '' }),
      selected({ ContinueOnError: true, SendEmailNotification: false, NotifyWindowsEvent: false }),
    ],
    innocent: [
      whole({ ContinueOnError: false }),
      whole({ ContinueOnError: 'FALSE' }),
      whole({ SendEmailNotification: 'TRUE' }),
      whole({ NotifyWindowsEvent: 'true' }),
      selected({ NotifyWindowsEvent: true }),
    ],
    unknown: [selected({ ContinueOnError: true }), selected({}), whole({ ContinueOnError: 'perhaps' })],
  },
  'scheduled-without-notification': {
    triggers: [
      whole({ Scheduled: true, SendEmailNotification: false, NotifyWindowsEvent: false }),
      whole({ Scheduled: 'TRUE', SendEmailNotification: 'FALSE', NotifyWindowsEvent: 'FALSE' }),
      whole({
        Scheduled: 'true',
        SendEmailNotification: 'false',
        NotifyWindowsEvent: false,
        NotifyEmailTo: 'a@b.example',
      }),
      selected({ Scheduled: true, SendEmailNotification: false, NotifyWindowsEvent: false }),
    ],
    innocent: [
      whole({ Scheduled: false }),
      whole({ Scheduled: 'FALSE', SendEmailNotification: 'false' }),
      whole({ Scheduled: true, SendEmailNotification: 'TRUE' }),
      whole({ Scheduled: true, NotifyWindowsEvent: true }),
      selected({ SendEmailNotification: true }),
    ],
    unknown: [
      whole({}),
      whole({ Scheduled: true }),
      whole({ Scheduled: true, SendEmailNotification: '', NotifyWindowsEvent: false }),
      selected({ Scheduled: true, SendEmailNotification: false }),
    ],
  },
  'email-without-recipient': {
    triggers: [
      whole({ SendEmailNotification: true }),
      whole({ SendEmailNotification: 'TRUE', NotifyEmailTo: '' }),
      whole({ SendEmailNotification: 'true', NotifyEmailTo: ' ' }),
      selected({ SendEmailNotification: true, NotifyEmailTo: null }),
    ],
    innocent: [
      whole({}),
      whole({ SendEmailNotification: '', NotifyEmailTo: '' }),
      whole({ SendEmailNotification: 'TRUE', NotifyEmailTo: 'data@example.com' }),
      whole({ SendEmailNotification: 'FALSE' }),
      selected({ NotifyEmailTo: 'data@example.com' }),
    ],
    unknown: [selected({ SendEmailNotification: true }), selected({ NotifyEmailTo: '' })],
  },
  'recipient-malformed': {
    triggers: [
      whole({ NotifyEmailTo: 'operations' }),
      whole({ NotifyEmailTo: 'a@b.example, operations' }),
      whole({ NotifyEmailTo: 'a@b@example.com' }),
      whole({ NotifyEmailTo: 'a@example..com' }),
      whole({ NotifyEmailTo: '.a@example.com' }),
      whole({ NotifyEmailTo: 'a b@example.com' }),
      whole({ NotifyEmailTo: ';' }),
      whole({ NotifyEmailTo: 5 }),
      selected({ NotifyEmailTo: '@example.com' }),
    ],
    innocent: [
      whole({}),
      whole({ NotifyEmailTo: '' }),
      whole({ NotifyEmailTo: 'data@example.com' }),
      whole({ NotifyEmailTo: 'data@example.com;ops+sync@sub.example.com, root@localhost;' }),
      whole({ NotifyEmailTo: 'Data Team <data.team@example.com>' }),
      whole({ NotifyEmailTo: "o'brien@münchen.example" }),
      selected({ NotifyEmailTo: 'TRUE@EXAMPLE.COM' }),
    ],
    unknown: [selected({}), selected({ SendEmailNotification: true })],
  },
  'recipient-without-email': {
    triggers: [
      whole({ NotifyEmailTo: 'data@example.com' }),
      whole({ NotifyEmailTo: 'data@example.com', SendEmailNotification: 'FALSE' }),
      whole({ NotifyEmailTo: 'nobody', SendEmailNotification: '' }),
      selected({ NotifyEmailTo: 'data@example.com', SendEmailNotification: false }),
    ],
    innocent: [
      whole({}),
      whole({ NotifyEmailTo: '' }),
      whole({ NotifyEmailTo: ' ', SendEmailNotification: false }),
      whole({ NotifyEmailTo: 'data@example.com', SendEmailNotification: 'TRUE' }),
      selected({ SendEmailNotification: true }),
    ],
    unknown: [selected({ NotifyEmailTo: 'data@example.com' }), selected({ SendEmailNotification: false })],
  },
  'job-retry-off': notOff('AutomaticJobRetry'),
  'verbosity-none': {
    triggers: [
      whole({ Verbosity: 0 }),
      whole({ Verbosity: '0' }),
      whole({ Verbosity: '00' }),
      selected({ Verbosity: '0' }),
    ],
    innocent: [
      whole({ Verbosity: 1 }),
      whole({ Verbosity: '2' }),
      whole({ Verbosity: '5' }),
      selected({ Verbosity: 3 }),
    ],
    unknown: [whole({}), whole({ Verbosity: '' }), whole({ Verbosity: 'TRUE' }), selected({})],
  },
  'verbosity-high': {
    triggers: [
      whole({ Verbosity: 3 }),
      whole({ Verbosity: '5' }),
      whole({ Verbosity: '9' }),
      selected({ Verbosity: '3' }),
    ],
    innocent: [
      whole({}),
      whole({ Verbosity: '' }),
      whole({ Verbosity: '2' }),
      whole({ Verbosity: 0 }),
      selected({ Verbosity: '1' }),
    ],
    unknown: [selected({}), selected({ Verbosity: '' }), whole({ Verbosity: 'TRUE' })],
  },
  'verbosity-unknown': {
    triggers: [
      whole({ Verbosity: '4' }),
      whole({ Verbosity: 6 }),
      whole({ Verbosity: '-1' }),
      whole({ Verbosity: 'TRUE' }),
      whole({ Verbosity: ' 1' }),
      selected({ Verbosity: 'Info' }),
    ],
    innocent: [
      whole({}),
      whole({ Verbosity: '' }),
      whole({ Verbosity: 3 }),
      whole({ Verbosity: '5' }),
      selected({ Verbosity: '0' }),
    ],
    unknown: [selected({}), selected({ Scheduled: true })],
  },
};
