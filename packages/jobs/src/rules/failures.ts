import { cleanText } from '@syncline/core/internal';
import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, anyOf, finding, findingIf, type Known, not, notChecked, pass } from '../rule/verdict.ts';
import { checkDigits, checkValue, exampleOf, inferred, valueNotSet } from '../rule/predicates.ts';

/** Whether the job notifies nobody, neither by e-mail nor in the application event log. */
function isSilent(flagOf: (field: string) => Known): Known {
  return not(anyOf(flagOf('SendEmailNotification'), flagOf('NotifyWindowsEvent')));
}

/** Whether a text has the form of an address: one `@`, and a domain without empty labels. */
function isAddress(text: string): boolean {
  const [local = '', domain = '', more] = text.trim().split('@');
  const isLocal = local.length <= 64 && /^[^\s()<>[\]:;,\\"]+$/.test(local) && !/^\.|\.$|\.\./.test(local);
  return more === undefined && isLocal && domain.length <= 253 && domain.split('.').every(isLabel);
}

const isLabel = (label: string): boolean => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label);

/** What happens when a run fails: who learns of it, whether it is tried again, and what the logs say. */
export const failureRules: readonly LintRule[] = [
  {
    id: 'continue-without-notification',
    title: 'Table errors without a notification',
    severity: 'warn',
    why: 'The job continues when a table fails, and sends no notification about it.',
    reading: `${inferred} With the defaults of the specification, a job continues and does not notify.`,
    fix: 'Turn on `SendEmailNotification` or `NotifyWindowsEvent`, or watch the runs.',
    fields: ['ContinueOnError', 'SendEmailNotification', 'NotifyWindowsEvent'],
    example: exampleOf({ ContinueOnError: true }, { ContinueOnError: true, NotifyWindowsEvent: true }),
    check: (job) =>
      findingIf(
        allOf(
          job.flag('ContinueOnError'),
          isSilent((field) => job.flag(field)),
        ),
        'The job continues when a table fails, and sends no notification.',
      ),
  },
  {
    id: 'scheduled-without-notification',
    title: 'Scheduled job without notifications',
    severity: 'info',
    offByDefault: true,
    why: 'Nobody watches a job that runs by itself, so a failure can go unnoticed.',
    reading:
      `${inferred} With the defaults of the specification, no job notifies, so the rule is off unless you turn it ` +
      'on, and it looks only at values that are set.',
    fix: 'Turn on `SendEmailNotification` or `NotifyWindowsEvent`, or watch the runs.',
    fields: ['Scheduled', 'SendEmailNotification', 'NotifyWindowsEvent'],
    example: exampleOf(
      { Scheduled: true, SendEmailNotification: false, NotifyWindowsEvent: false },
      { Scheduled: true, SendEmailNotification: true, NotifyWindowsEvent: false },
    ),
    check: (job) =>
      findingIf(
        allOf(
          job.flagAsSet('Scheduled'),
          isSilent((field) => job.flagAsSet(field)),
        ),
        'The job is scheduled, but sends no notification.',
        valueNotSet,
      ),
  },
  {
    id: 'email-without-recipient',
    title: 'E-mail notification without a recipient',
    severity: 'error',
    why: 'The job sends e-mails, but to nobody.',
    reading: `${inferred} A blank string does not count as a recipient.`,
    fix: 'Set `NotifyEmailTo`, or set `SendEmailNotification` to false.',
    fields: ['SendEmailNotification', 'NotifyEmailTo'],
    example: exampleOf(
      { SendEmailNotification: true, NotifyEmailTo: ' ' },
      { SendEmailNotification: true, NotifyEmailTo: 'data@example.com' },
    ),
    check: (job) =>
      findingIf(
        allOf(job.flag('SendEmailNotification'), not(job.isSet('NotifyEmailTo'))),
        'The job sends e-mails, but has no recipient.',
      ),
  },
  {
    id: 'recipient-malformed',
    title: 'Recipient that is not an e-mail address',
    severity: 'error',
    why: 'An e-mail to this recipient cannot be delivered, so nobody learns of a failure.',
    reading:
      'Several recipients are separated by commas or semicolons. A recipient is an address, or a name followed by an ' +
      'address in angle brackets.',
    fix: 'Correct `NotifyEmailTo`.',
    fields: ['NotifyEmailTo'],
    example: exampleOf(
      { NotifyEmailTo: 'data@example.com; operations' },
      { NotifyEmailTo: 'data@example.com; Operations <ops@example.com>' },
    ),
    check: (job) =>
      checkValue(job, 'NotifyEmailTo', (value) => {
        const all = String(value).split(/[,;]/);
        const recipients = all.map((recipient) => recipient.trim()).filter((recipient) => recipient !== '');
        const wrong = recipients.filter(
          (recipient) => !isAddress(/^[^<>]*<([^<>]*)>$/.exec(recipient)?.[1] ?? recipient),
        );
        if (recipients.length > 0 && wrong.length === 0) return pass;
        const first = wrong[0] === undefined ? '' : `: ${cleanText(wrong[0], 100)}`;
        return finding(`A recipient is not an e-mail address${first}.`);
      }),
  },
  {
    id: 'recipient-without-email',
    title: 'Recipient of a job that sends no e-mail',
    severity: 'warn',
    why: 'Somebody expects e-mails from the job, but it sends none.',
    reading: inferred,
    fix: 'Set `SendEmailNotification` to true, or remove `NotifyEmailTo`.',
    fields: ['NotifyEmailTo', 'SendEmailNotification'],
    example: exampleOf(
      { NotifyEmailTo: 'data@example.com' },
      { NotifyEmailTo: 'data@example.com', SendEmailNotification: true },
    ),
    check: (job) =>
      findingIf(
        allOf(job.isSet('NotifyEmailTo'), not(job.flag('SendEmailNotification'))),
        'The job has a recipient, but sends no e-mail.',
      ),
  },
  {
    id: 'job-retry-off',
    title: 'Failed tasks are not retried',
    severity: 'warn',
    why: 'A short outage of the network or of a database fails the run, although a second try would succeed.',
    reading: 'The default is true.',
    fix: 'Set `AutomaticJobRetry` to true.',
    fields: ['AutomaticJobRetry'],
    example: exampleOf({ AutomaticJobRetry: 'false' }, { AutomaticJobRetry: 'true' }),
    check: (job) => findingIf(not(job.flag('AutomaticJobRetry')), 'The job does not retry failed tasks.'),
  },
  {
    id: 'verbosity-none',
    title: 'Job that logs nothing',
    severity: 'warn',
    offByDefault: true,
    why: 'When the job fails, no log explains why.',
    reading: 'The default is 0, so the rule is off unless you turn it on, and it checks only a value that is set.',
    fix: 'Set `Verbosity` to 1 or 2.',
    fields: ['Verbosity'],
    example: exampleOf({ Verbosity: '0' }, { Verbosity: '1' }),
    check: (job) => {
      if (job.raw('Verbosity') === undefined) return notChecked(valueNotSet);
      const level = job.whole64('Verbosity');
      return findingIf(level === undefined ? undefined : level === 0n, 'The job logs nothing.');
    },
  },
  {
    id: 'verbosity-high',
    title: 'Log level that may write data into the logs',
    severity: 'warn',
    why: 'From level 3 on, logs contain transfers, which may include rows and headers. They also grow fast.',
    reading: 'That transfers contain data is inferred from the names of the levels: 3 Transfer, 5 Verbose.',
    fix: 'Set `Verbosity` to 2 or less when you have found the problem.',
    fields: ['Verbosity'],
    example: exampleOf({ Verbosity: '3' }, { Verbosity: '2' }),
    check: (job) => {
      const level = job.whole64('Verbosity');
      const isHigh = level === undefined ? undefined : level !== null && level >= 3n;
      return findingIf(isHigh, 'The log level is high enough to write data into the logs.');
    },
  },
  {
    id: 'verbosity-unknown',
    title: 'Log level that does not exist',
    severity: 'error',
    why: 'The service may refuse the job, or log less than you expect.',
    reading: 'The levels are 0, 1, 2, 3 and 5, written with digits only.',
    fix: 'Set `Verbosity` to one of the levels.',
    fields: ['Verbosity'],
    example: exampleOf({ Verbosity: '4' }, { Verbosity: '5' }),
    check: (job) => checkDigits(job, 'Verbosity', (level) => [0n, 1n, 2n, 3n, 5n].includes(level), '0, 1, 2, 3 or 5'),
  },
];
