import type { LintRule } from '../rule/lint-rule.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';
import { cleanText } from '@syncline/core/internal';

/** Whether a text has the form of an address: one `@`, and a domain without empty labels. */
function isAddress(text: string): boolean {
  const [local = '', domain = '', more] = text.trim().split('@');
  const isLocal = local.length <= 64 && /^[^\s()<>[\]:;,\\"]+$/.test(local) && !/^\.|\.$|\.\./.test(local);
  return more === undefined && isLocal && domain.length <= 253 && domain.split('.').every(isLabel);
}

const isLabel = (label: string): boolean => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label);

export const recipientMalformed: LintRule = {
  id: 'recipient-malformed',
  title: 'Recipient that is not an e-mail address',
  severity: 'error',
  why: 'An e-mail to this recipient cannot be delivered, so nobody learns of a failure.',
  reading:
    'Several recipients are separated by commas or semicolons. A recipient is an address, or a name ' +
    'followed by an address in angle brackets.',
  fix: 'Correct `NotifyEmailTo`.',
  fields: ['NotifyEmailTo'],
  example: {
    finding: { job: { NotifyEmailTo: 'data@example.com; operations' } },
    pass: { job: { NotifyEmailTo: 'data@example.com; Operations <ops@example.com>' } },
  },
  check: (job) => {
    const value = job.raw('NotifyEmailTo');
    if (value === undefined) return job.isSet('NotifyEmailTo') === undefined ? notChecked() : pass;
    const recipients = String(value)
      .split(/[,;]/)
      .map((one) => one.trim());
    const filled = recipients.filter((one) => one !== '');
    const wrong = filled.filter((one) => !isAddress(/^[^<>]*<([^<>]*)>$/.exec(one)?.[1] ?? one));
    if (filled.length > 0 && wrong.length === 0) return pass;
    const first = wrong[0] === undefined ? '' : `: ${cleanText(wrong[0], 100)}`;
    return finding(`A recipient is not an e-mail address${first}.`);
  },
};
