import type { LintRule } from '../rule/lint-rule.ts';
import { not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const alterSchemaOff: LintRule = {
  id: 'alter-schema-off',
  title: 'Changes of the schema are not replicated',
  severity: 'warning',
  why:
    'When the source gets a new column or a wider type, the job does not change the destination: values ' +
    'are lost or the run fails.',
  reading: 'The default is true.',
  fix: 'Set `AlterSchema` to true, unless somebody changes the destination by hand.',
  fields: ['AlterSchema'],
  example: {
    finding: { job: { AlterSchema: 'false' } },
    pass: { job: { AlterSchema: 'true' } },
  },
  check: (job) => findingIf(not(job.flag('AlterSchema')), 'The job does not follow changes of the schema.'),
};
