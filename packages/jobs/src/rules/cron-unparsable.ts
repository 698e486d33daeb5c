import type { LintRule } from '../rule/lint-rule.ts';
import { dialectUnknown } from '../rule/predicates.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';
import { cleanText } from '@syncline/core/internal';

export const cronUnparsable: LintRule = {
  id: 'cron-unparsable',
  title: 'Cron string that cannot be read',
  severity: 'error',
  why: 'A service that cannot read the schedule either refuses the job or never starts it.',
  reading:
    'A cron string has five fields, or six where the setting `cron` says that it may begin with seconds. ' +
    'Names of days and months and nicknames such as `@daily` are allowed. Without the setting, only a ' +
    'string that no dialect can read is a finding.',
  fix: 'Correct `ScheduledCron`.',
  fields: ['ScheduledCron'],
  example: {
    finding: { job: { ScheduledCron: '61 2 * * *' } },
    pass: { job: { ScheduledCron: '@daily' } },
  },
  check: (job, context) => {
    const value = job.raw('ScheduledCron');
    if (value === undefined) return job.isSet('ScheduledCron') === undefined ? notChecked() : pass;
    if (typeof value !== 'string') return finding('The cron string is not a string.');
    const wrong = context.readingsOf(value).flatMap((reading) => ('wrong' in reading ? [reading.wrong] : []));
    if (wrong.length === 0) return pass;
    if (wrong.length < context.readingsOf(value).length) return notChecked(dialectUnknown);
    return finding(`The cron string cannot be read: ${cleanText(wrong[0] ?? '', 200)}`);
  },
};
