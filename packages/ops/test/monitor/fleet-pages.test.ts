import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';

const record = (number: number, jobname: string, status: string, hour: number, details = '') => ({
  historyid: `h${number}`,
  jobname,
  status,
  details,
  runstartdate: `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`,
});
const history = [
  record(1, "O'Brien & <b>", 'FAILED', 8, 'connection refused by <i>host</i>'),
  record(2, "O'Brien & <b>", 'SUCCESS', 7),
  record(3, 'Stock', 'FAILED', 9, 'connection refused'),
  ...Array.from({ length: 60 }, (_, index) => record(100 + index, 'Busy', 'SUCCESS', 5)),
  ...Array.from({ length: 120 }, (_, index) =>
    record(200 + index, `Well ${String(index).padStart(3, '0')}`, 'SUCCESS', 6),
  ),
];

const start = async (records: readonly Readonly<Record<string, string>>[] = history) => {
  const { ticked, get } = await startMonitor({}, { sandbox: { data: { history: records } } });
  await ticked(1);
  return async (path: string) => {
    const response = await get(path);
    return { status: response.status, headers: response.headers, page: await response.text() };
  };
};
const rows = (page: string): readonly string[] =>
  [...page.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => row);

test('the list has the jobs that need attention first, the latest first, each with its reason', async () => {
  const get = await start();
  const { status, page, headers } = await get('/jobs');
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).not.toContain('script-src');
  expect(page).not.toContain('<script');
  const [first, second] = rows(page);
  expect(first).toMatch(/Stock.*failed: connection refused/s);
  expect(second).toMatch(/O&#39;Brien &amp; &lt;b&gt;.*failed: connection refused by &lt;i&gt;host/s);
  expect(rows(page)).toHaveLength(100);
  expect(page).toContain('123 jobs, page 1 of 2');
});

test('search, state and page are in the address, and links keep them', async () => {
  const get = await start();
  const { page } = await get('/jobs?q=well&show=well&page=2');
  expect(rows(page)).toHaveLength(20);
  expect(page).toContain('href="jobs?q=well&amp;show=well&amp;page=1"');
  expect(page).toContain('value="well"');
  expect(rows((await get('/jobs?show=attention')).page)).toHaveLength(2);
  expect((await get('/jobs?q=nothing')).page).toMatch(/No job matches.*Show all 123 jobs/s);
});

test('a page of a job has its runs by pages, and leads to a page of each run', async () => {
  const get = await start();
  const first = (await get('/job?name=Busy')).page;
  expect(first.match(/href="run\?key=/g)).toHaveLength(50);
  const [, next = ''] = /<a href="([^"]*)" rel="next">/.exec(first) ?? [];
  expect((await get(`/${next.replaceAll('&amp;', '&')}`)).page.match(/href="run\?key=/g)).toHaveLength(10);
  const failed = (await get(`/job?${new URLSearchParams({ name: "O'Brien & <b>", show: 'failures' }).toString()}`))
    .page;
  expect(failed.match(/href="run\?key=/g)).toHaveLength(1);
  expect(failed).toContain('1 run failed');
});

test('a page of a run has its message, its fingerprint and the last good run', async () => {
  const get = await start();
  const { page } = await get('/run?key=h1');
  expect(page).toContain('<pre class="message">connection refused by &lt;i&gt;host&lt;/i&gt;</pre>');
  expect(page).toMatch(/Fingerprint<\/dt><dd><code>f1-/);
  expect(page).toContain('href="run?key=h2"');
});

test.each([
  '/job?name=nope',
  '/job',
  '/run?key=nope',
  '/run',
  '/job?name=Busy&from=nonsense',
])('%s is not found, in words', async (path) => {
  const { status, page } = await (await start())(path);
  expect(status).toBe(404);
  expect(page).toContain('List all jobs');
});

test('without a job, the list says what will show one', async () => {
  const { page } = await (await start([]))('/jobs');
  expect(page).toContain('No jobs yet');
});
