import type { LintRule } from '../rule/lint-rule.ts';
import { findingIf } from '../rule/verdict.ts';

export const journalIncomplete: LintRule = {
  id: 'journal-incomplete',
  title: 'Journal without its library, or library without a journal',
  severity: 'error',
  why: 'A journal is found by its library and its name. With only one of them, the job cannot read it.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Set both `JournalName` and `JournalLibrary`, or neither.',
  fields: ['JournalName', 'JournalLibrary'],
  example: {
    finding: { job: { JournalName: 'QSQJRN' } },
    pass: { job: { JournalName: 'QSQJRN', JournalLibrary: 'ORDERS' } },
  },
  check: (job) => {
    const [name, library] = [job.isSet('JournalName'), job.isSet('JournalLibrary')];
    const isHalf = name === undefined || library === undefined ? undefined : name !== library;
    return findingIf(isHalf, name === true ? 'The journal has no library.' : 'The library has no journal.');
  },
};
