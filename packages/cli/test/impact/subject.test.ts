import { expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.ts';
import { subjectsOf } from '../../src/impact/subject.ts';

const about = {
  document: 'v2',
  operations: ['one', 'two'],
  fields: ['Job.Type', 'Job'],
  parameters: ['top'],
  schemes: ['basic'],
  values: [],
};
const rest = { kind: 'modified', bump: 'major', message: '', why: null, calls: [] } as const;
const sides = { before: null, after: null, action: null };
const called = ['operation one', 'operation two'];
const named = ['field Job.Type', 'record Job'];
const passed = ['parameter one top', 'parameter two top'];

test.each<[Change['topic'], readonly string[], Partial<Change>?]>([
  ['operation-removed', called],
  ['operation-renamed', ['name one', 'name two']],
  ['path-changed', called],
  ['scheme-required', [...called, 'client v2']],
  ['document-removed', called],
  ['parameter-required', called],
  ['request-required', called],
  ['parameter-removed', passed],
  ['parameter-changed', passed],
  ['parameter-changed', [...passed, ...called], { values: ['a'] }],
  ['parameter-removed', called, { parameters: [] }],
  ['scheme-removed', ['scheme v2 basic']],
  ['scheme-changed', ['scheme v2 basic']],
  ['deprecated', named],
  ['deprecated', passed, { fields: [] }],
  ['deprecated', called, { fields: [], parameters: [] }],
  ...(
    [
      'record-removed',
      'field-removed',
      'field-renamed',
      'request-optional',
      'field-type',
      'field-optional',
      'field-always',
      'field-values',
      'field-limits',
      'field-default',
      'field-filter',
      'documentation',
      'other',
    ] as const
  ).map((topic): [Change['topic'], readonly string[]] => [topic, named]),
  ['field-type', ['field NewJob.Type', ...called], { fields: ['NewJob.Type'] }],
  ['field-type', ['field NewJob.Type', 'field Job.Type'], { fields: ['NewJob.Type', 'Job.Type'] }],
  ['other', called, { fields: [] }],
  ...(
    ['document-added', 'operation-added', 'parameter-added', 'record-added', 'field-added', 'scheme-added'] as const
  ).map((topic): [Change['topic'], readonly string[]] => [topic, []]),
])('%s affects what uses %j', (topic, subjects, more) => {
  expect(subjectsOf({ ...rest, ...sides, ...about, ...more, topic }, new Set(['NewJob']))).toEqual(subjects);
});
