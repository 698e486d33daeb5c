import { isNothing } from '../job/is-nothing.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { shownError } from '../rule/shown-error.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';

export const jobError: LintRule = {
  id: 'job-error',
  title: 'Job with an error',
  severity: 'error',
  why: 'The workspace shows an error for the job.',
  reading:
    'The rule needs the workspaces of the v2 interface. Text in the error that looks like a credential is not shown.',
  fix: 'Open the job in the application of the service, and fix what its error names.',
  fields: ['JobName'],
  example: {
    finding: { job: { JobName: 'Nightly' }, error: 'The table orders does not exist.' },
    pass: { job: { JobName: 'Nightly' }, error: '' },
  },
  check: (job) => {
    if (job.error === undefined) return notChecked('the workspace of the job is not known, or shows no errors');
    return isNothing(job.error) ? pass : finding(`The job has an error: ${shownError(job.error)}`);
  },
};
