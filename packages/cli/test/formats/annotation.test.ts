import { expect, test } from 'vitest';
import { type Annotation, toWorkflowCommands } from '../../src/formats/report-on-github.ts';

test.each<[Annotation, string]>([
  [{ level: 'error', title: 'Not fresh: A', message: 'A is late.' }, '::error title=Not fresh%3A A::A is late.'],
  [
    { level: 'warning', title: '50%, or more', message: 'one\ntwo: 50%', file: 'jobs/a,b.json', line: 7 },
    '::warning file=jobs/a%2Cb.json,line=7,title=50%25%2C or more::one%0Atwo: 50%25',
  ],
  [{ level: 'notice', title: 'x', message: 'y', file: 'a.json' }, '::notice file=a.json,title=x::y'],
  [
    { level: 'error', title: 'a\r\n::add-mask::x', message: '\u001b[31m\u202e::error::x\r::debug::y\n##[error]z' },
    '::error title=a %3A%3Aadd-mask%3A%3Ax::[31m ::error::x ::debug::y%0A##[error]z',
  ],
])('%j', (annotation, command) => {
  expect(toWorkflowCommands([annotation])).toEqual([command]);
});

test('at most 10 of a level are printed, and the last one counts the rest', () => {
  const many = Array.from({ length: 25 }, (_, at): Annotation => ({ level: 'error', title: `${at}`, message: 'm' }));
  const commands = toWorkflowCommands([...many, { level: 'notice', title: 'n', message: 'm' }]);
  expect(commands).toHaveLength(11);
  expect(commands[9]).toBe('::error title=16 more::The output and the summary list them.');
  expect(toWorkflowCommands(many.slice(0, 10)).at(-1)).toBe('::error title=9::m');
});
