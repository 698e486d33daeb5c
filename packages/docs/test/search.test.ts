import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fewerWords, significantWords } from '../scripts/finish/significant-words.ts';
import { searchRanking } from '../search-ranking.ts';
import { launch, skip } from './support/browser.ts';
import { serve } from './support/serve.ts';

/** What people type, and the pages of which at least one must be among the first three results. */
const questions: readonly (readonly [question: string, ...pages: string[]])[] = [
  ['mock', '/recipes/test-without-a-server/', '/guides/testing/'],
  ['fake server', '/recipes/test-without-a-server/', '/guides/testing/'],
  ['stub', '/recipes/test-without-a-server/', '/guides/testing/'],
  ['test without a server', '/recipes/test-without-a-server/'],
  ['unit test', '/recipes/test-without-a-server/', '/guides/testing/'],
  ['record and replay', '/guides/testing/'],
  ['pagination', '/recipes/read-a-server-that-pages/'],
  ['next page', '/recipes/read-a-server-that-pages/'],
  ['retry', '/guides/retries-and-deadlines/'],
  ['rate limit', '/guides/retries-and-deadlines/'],
  ['429', '/guides/retries-and-deadlines/'],
  ['too many requests', '/guides/retries-and-deadlines/'],
  ['timeout', '/guides/retries-and-deadlines/'],
  ['cancel a request', '/guides/retries-and-deadlines/'],
  ['login', '/guides/authentication/'],
  ['token', '/guides/authentication/', '/recipes/one-token-for-a-fleet/'],
  ['password', '/guides/authentication/', '/environment/'],
  ['api key', '/guides/authentication/'],
  ['oauth', '/guides/authentication/', '/recipes/one-token-for-a-fleet/'],
  ['share token', '/recipes/one-token-for-a-fleet/'],
  ['redis', '/recipes/one-token-for-a-fleet/'],
  ['failed runs', '/recipes/failed-runs-of-the-last-24-hours/'],
  ['which runs failed', '/recipes/failed-runs-of-the-last-24-hours/'],
  ['last 24 hours', '/recipes/failed-runs-of-the-last-24-hours/'],
  ['wait for a job to finish', '/recipes/wait-for-a-run-in-ci/', '/guides/waiting-in-ci/'],
  ['exit code', '/exit-statuses/', '/recipes/fail-when-data-is-stale/'],
  ['did my data arrive', '/guides/freshness/'],
  ['is my data fresh?', '/guides/freshness/', '/recipes/fail-when-data-is-stale/'],
  ['why is my data old', '/guides/freshness/', '/recipes/fail-when-data-is-stale/'],
  ['last successful run', '/guides/freshness/', '/recipes/fail-when-data-is-stale/'],
  ['why did it fail', '/guides/diagnosing-failures/'],
  ['how do I wait for a run', '/recipes/wait-for-a-run-in-ci/', '/guides/waiting-in-ci/'],
  ['how can I test this', '/recipes/test-without-a-server/', '/guides/testing/'],
  ['trigger a job', '/reference/'],
  ['delete a job', '/reference/'],
  ['HTTP_ERROR', '/errors/HTTP_ERROR/', '/reference/error-codes/'],
  ['STORE_FENCED', '/errors/STORE_FENCED/'],
  ['stale data', '/recipes/fail-when-data-is-stale/', '/guides/freshness/'],
  ['list all jobs', '/recipes/list-all-jobs/'],
  ['out of memory', '/recipes/read-everything-in-little-memory/'],
  ['self-signed certificate', '/recipes/self-signed-server-or-proxy/'],
  ['proxy', '/recipes/self-signed-server-or-proxy/'],
  ['custom fields', '/recipes/types-for-your-server/', '/guides/regenerating/'],
  ['breaking change', '/recipes/upgrade-after-a-change/', '/guides/upgrading/'],
  ['slack', '/guides/alerts-to-webhooks/'],
  ['dashboard', '/guides/report-and-monitor/'],
  ['prometheus', '/guides/report-and-monitor/'],
  ['mcp', '/guides/assistants/'],
  ['github actions', '/guides/github-actions/'],
  ['cannot connect', '/guides/doctor/'],
  ['escape quotes', '/guides/filters/'],
  ['getting started', '/start/'],
  ['createODataClient', '/api/client/functions/createodataclient/'],
  ['waitForRun', '/api/runs/functions/waitforrun/', '/recipes/wait-for-a-run-in-ci/', '/guides/waiting-in-ci/'],
  ['RESPONSE_FORMAT', '/reference/error-codes/', '/guides/errors/'],
  ['syncline.yaml', '/reference/configuration/', '/guides/watching-jobs/'],
  ['Claude Desktop', '/guides/assistants/'],
  ['Cursor', '/guides/assistants/'],
  ['VS Code', '/guides/assistants/'],
  ['spec change', '/recipes/upgrade-after-a-change/', '/guides/upgrading/'],
  ['the spec changed, what now', '/recipes/upgrade-after-a-change/', '/guides/upgrading/'],
  ['yarn', '/start/'],
  ['pnpm', '/start/'],
  ['Angular', '/guides/frameworks/'],
  ['zone.js', '/guides/frameworks/'],
  ['Deno', '/guides/frameworks/'],
  ['filter by date', '/guides/filters/'],
  ['runs since yesterday', '/recipes/failed-runs-of-the-last-24-hours/'],
  ['how do I get a slack message when a job breaks', '/guides/alerts-to-webhooks/'],
  ['connect grafana to the monitor', '/guides/report-and-monitor/'],
  ['my token expired', '/guides/authentication/', '/recipes/one-token-for-a-fleet/'],
];

interface Pagefind {
  options(options: { readonly ranking: object }): Promise<void>;
  search(text: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
}

describe('search', { skip }, () => {
  test(`finds the answer to ${questions.length} questions in users' words among the first three results`, async () => {
    const site = await serve();
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(`${site.origin}/404.html`);
      const found = await page.evaluate(
        async ({ texts, ranking }) => {
          const address = '/pagefind/pagefind.js';
          const pagefind = (await import(address)) as Pagefind;
          await pagefind.options({ ranking });
          const answers: string[][] = [];
          for (const text of texts) {
            const { results } = await pagefind.search(text);
            answers.push(await Promise.all(results.slice(0, 3).map(async (result) => (await result.data()).url)));
          }
          return answers;
        },
        { texts: questions.map(([text]) => text), ranking: searchRanking },
      );
      const wrong = questions.flatMap(([text, ...pages], index) =>
        found[index]!.some((url) => pages.includes(url)) ? [] : [`${text}: ${found[index]!.join(' ')}`],
      );
      assert.deepEqual(wrong, []);
    } finally {
      await browser.close();
      await site.close();
    }
  });
});

test('only the words of a question that matter are searched', () => {
  for (const [question, words] of [
    ['did my data arrive', 'data arrive'],
    ['Is my data fresh?', 'data fresh'],
    ['did the run fail, and why?', 'run fail'],
    ['retry', 'retry'],
    ['which', 'which'],
    ['', ''],
    ['"is not a list"', '"is not a list"'],
    ['  status  3 ', 'status 3'],
  ] as const)
    assert.equal(significantWords(question), words, question);
});

test('when no page contains all words, the search tries the question without each of them', () => {
  assert.deepEqual(fewerWords('data arrive'), ['arrive', 'data']);
  assert.deepEqual(fewerWords('slack message breaks'), ['message breaks', 'slack breaks', 'slack message']);
  for (const words of ['retry', '', '"is not a list"', 'one two three four five six seven eight nine'])
    assert.deepEqual(fewerWords(words), [], words);
});
