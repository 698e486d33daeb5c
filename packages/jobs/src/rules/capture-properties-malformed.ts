import type { LintRule } from '../rule/lint-rule.ts';
import { findingIf, notChecked, pass } from '../rule/verdict.ts';

export const capturePropertiesMalformed: LintRule = {
  id: 'capture-properties-malformed',
  title: 'Properties of change capture that are not key=value',
  severity: 'error',
  why: 'The change-capture engine does not start, or ignores a property, if the list is malformed.',
  reading:
    'Properties are separated by commas, so a value cannot contain a comma. The properties may contain ' +
    'passwords: a finding names only their position.',
  fix: 'Write each property as `key=value`.',
  fields: ['AdditionalCDCEngineProperties'],
  example: {
    finding: { job: { AdditionalCDCEngineProperties: 'snapshot.mode=initial, decimals' } },
    pass: { job: { AdditionalCDCEngineProperties: 'snapshot.mode=initial, decimal.handling.mode=string' } },
  },
  check: (job) => {
    const value = job.raw('AdditionalCDCEngineProperties');
    if (value === undefined) return job.isSet('AdditionalCDCEngineProperties') === undefined ? notChecked() : pass;
    const wrong = String(value)
      .split(',')
      .findIndex((property) => !/^\s*[^\s=][^=]*=/.test(property));
    return findingIf(wrong !== -1, `Property ${wrong + 1} is not of the form key=value.`);
  },
};
