import { lintJobs } from '@syncline/jobs';
import { describe, expect, test } from 'vitest';
import { renderPage } from '../../src/report/page/render-page.ts';
import { createReport } from '../../src/report/create-report.ts';
import { parseReport, readEarlierReport } from '../../src/report/earlier-report.ts';
import { folderWith } from '../support/folder.ts';
import { facts, injections, run } from '../support/report-facts.ts';

const lintOf = (names: readonly string[]) =>
  lintJobs(
    {
      knows: { jobs: 'all', definitions: true, workspaces: false },
      workspaces: [],
      entries: names.map((name) => ({
        kind: 'read',
        name,
        whole: false,
        job: { JobName: name, DropTable: true, TruncateTableData: true },
      })),
    },
    {},
  );
const before = createReport(
  facts(
    [
      run(9, { job: 'Broken', outcome: 'failed', error: 'old' }),
      run(9, { job: 'Fine' }),
      run(9, { job: 'Bad', outcome: 'failed', error: 'same' }),
      run(9, { job: 'Gone' }),
    ],
    { lint: lintOf(['Fine', 'Gone']) },
  ),
);
const earlier = parseReport(renderPage(before));

test('the page of a report contains what the next one compares with', () => {
  expect(earlier).toMatchObject({ version: 1, environment: 'production', at: before.at });
  expect(earlier?.jobs).toHaveLength(4);
});

test('jobs that broke, recovered, were added and removed', () => {
  const { changes } = createReport(
    facts(
      [
        run(1, { job: 'Broken' }),
        run(1, { job: 'Fine', outcome: 'failed', error: 'new' }),
        run(1, { job: 'Bad', outcome: 'failed', error: 'same' }),
        run(1, { job: 'Added' }),
      ],
      { earlier, lint: lintOf(['Fine', 'Added']) },
    ),
  );
  expect(changes).toMatchObject({
    since: before.at,
    broke: ['Fine'],
    recovered: ['Broken'],
    added: ['Added'],
    removed: ['Gone'],
    newFailures: [{ message: 'new' }],
    goneFailures: ['old'],
    // A job that is gone was not checked again.
    fixedFindings: 0,
  });
  expect(changes?.newFindings.map(({ rule, job }) => [rule, job.name])).toEqual([['drop-with-truncate', 'Added']]);
});

test('nothing has changed since the same report', () => {
  const again = createReport(facts([run(9)], { earlier: parseReport(renderPage(createReport(facts([run(9)])))) }));
  expect(Object.values(again.changes ?? {}).flat().length).toBe(2);
  expect(renderPage(again)).toContain('Nothing has changed.');
});

test('a report without lint says nothing about findings', () => {
  const { changes } = createReport(facts([run(1, { job: 'Fine' })], { earlier }));
  expect(changes).toMatchObject({ newFindings: [], fixedFindings: 0 });
});

test('whatever the names and texts are, the page can be read again', () => {
  const page = renderPage(
    createReport(facts(injections.map((text) => run(1, { job: text, outcome: 'failed', error: text, key: text })))),
  );
  expect(
    parseReport(page)
      ?.jobs.map(({ name }) => name)
      .sort(),
  ).toEqual([...injections].sort());
});

describe('a file that is not an earlier report of the environment is refused', () => {
  test.each([
    ['is not there', undefined, /names .+missing\.html, which cannot be read \(ENOENT\)/],
    ['is another page', '<html></html>', /which is not a page that `syncline report` wrote/],
    ['is cut', renderPage(before).slice(0, -9_000), /which is not a page/],
    [
      'is of another environment',
      renderPage({ ...before, environment: 'staging' }),
      /environment "staging" and not of/,
    ],
  ])('%s', async (_case, text, message) => {
    const folder = folderWith(text === undefined ? {} : { 'missing.html': text });
    await expect(readEarlierReport(`${folder}/missing.html`, 'production', '--since-report')).rejects.toThrow(message);
  });
});
