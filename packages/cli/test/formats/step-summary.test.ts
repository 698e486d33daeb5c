import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportOnGithub } from '../../src/formats/report-on-github.ts';
import { type StepSummary, toStepSummary } from '../../src/formats/report-on-github.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';

const summary: StepSummary = {
  title: 'Freshness of production',
  sentence: '2 jobs: 1 error, 1 pass.',
  head: ['result', 'job'],
  rows: [
    ['error', 'Orders'],
    ['pass', '日次'],
  ],
};
const ownTags = /<\/?(?:p|table|tr|th|td|code)>/g;

test('is a heading, a sentence and a table', () => {
  expect(toStepSummary(summary)).toBe(
    [
      '### Freshness of production',
      '',
      '<p>2 jobs: 1 error, 1 pass.</p>',
      '',
      '<table>',
      '<tr><th>result</th><th>job</th></tr>',
      '<tr><td>error</td><td>Orders</td></tr>',
      '<tr><td>pass</td><td>日次</td></tr>',
      '</table>',
      '',
      '',
    ].join('\n'),
  );
});

test.each([
  '<script>alert(1)</script>',
  '</td></table>\n\n# Heading',
  '\r\r![x](https://example.com/x.png)',
  '[click](javascript:alert(1)) **bold** | cell | `code`',
  '"onmouseover="x',
  '&lt;b&gt;',
  '::error::x',
  '@octocat see #1 and www.example.com',
])('%j is only text', (hostile) => {
  const text = toStepSummary({ ...summary, sentence: hostile, head: ['job'], rows: [[hostile], [hostile]] });
  const [, , , ...table] = text.trimEnd().split('\n');
  // The HTML contains no blank line, so GitHub reads nothing inside it as Markdown.
  expect(table.filter((line) => line === '')).toHaveLength(1);
  expect(text.replace(ownTags, '')).not.toMatch(/[<>"]/);
  expect(text).not.toContain('&lt;b&gt;');
  for (const line of text.split('\n')) expect(line).toMatch(/^(?:$|<|### Freshness of production$)/);
  // GitHub turns text into links and mentions, except in code.
  if (/@|www/.test(hostile)) expect(text.replace(/<code>.*?<\/code>/g, '')).not.toMatch(/@|www/);
});

test('is limited in rows and in characters, and counts the rest', () => {
  const many = toStepSummary({ ...summary, rows: Array.from({ length: 1000 }, () => ['error', 'Orders']) });
  expect(many.match(/<tr><td>/g)).toHaveLength(200);
  expect(many).toContain('<p>… and 800 more</p>');
  const wide = Array.from({ length: 30 }, () => '<'.repeat(5000));
  const large = toStepSummary({ ...summary, rows: Array.from({ length: 1000 }, () => wide) });
  expect(large.length).toBeLessThan(250_000);
  expect(large).toMatch(/… and 9\d\d more/);
});

test('is appended to the file of the step', async () => {
  const file = join(folderWith({ 'summary.md': 'before\n' }), 'summary.md');
  const notes: string[] = [];
  const report = reportOnGithub({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file }, (line) => notes.push(line));
  await report?.({ annotations: [{ level: 'error', title: 't', message: 'm' }], summary });
  expect(readFileSync(file, 'utf8')).toBe(`before\n\n${toStepSummary(summary)}`);
  expect(notes).toEqual(['::error title=t::m']);
});

test('that cannot be written is a note, and nothing happens outside GitHub Actions', async () => {
  const notes: string[] = [];
  const variables = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/nowhere/summary.md' };
  await reportOnGithub(variables, (line) => notes.push(line))?.({ annotations: [], summary });
  expect(notes).toEqual(['The step summary could not be written (ENOENT).']);
  expect(reportOnGithub({ GITHUB_STEP_SUMMARY: '/nowhere' }, () => undefined)).toBeUndefined();
});
