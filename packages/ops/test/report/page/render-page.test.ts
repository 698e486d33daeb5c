import { createHash } from 'node:crypto';
import { createInventory, lintJobs } from '@syncline/jobs';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, renderPage } from '../../../src/report/page/render-page.ts';
import { liveScript, script } from '../../../src/report/page.gen.ts';
import { createReport } from '../../../src/report/create-report.ts';
import { facts, hour, injections, now, run } from '../../support/report-facts.ts';

const live = { every: 15, revision: '7', state: 'Read just now' };
const page = renderPage(createReport(facts([run(3, { outcome: 'failed', error: 'disk full' }), run(2)])));

test('the answer comes first', () => {
  const answers = [
    [[], 'No jobs found'],
    [[run(1)], '1 job is doing well'],
    [[run(1), run(1, { job: 'b' })], 'All 2 jobs are doing well'],
    [[run(1, { outcome: 'failed' })], '1 of 1 job needs attention'],
    [[run(1, { outcome: 'failed' }), run(1, { job: 'b', outcome: 'unknown' })], 'All 2 jobs need attention'],
  ] as const;
  for (const [runs, answer] of answers)
    expect(renderPage(createReport(facts(runs)))).toContain(`<h1 id="answer">${answer}</h1>`);
});

test('the line below the answer counts the jobs, and says which period the runs are of', () => {
  const text = renderPage(createReport(facts([run(1), run(1, { job: 'b', outcome: 'failed' })])));
  const [, line = ''] = /<h1 id="answer">.*<\/h1>\n<p>(.*)<\/p>/.exec(text) ?? [];
  expect(line.replaceAll(/<[^>]*>/g, '')).toMatch(
    /^1 has an error, 1 is doing well\. Runs from \d+ \w{3}, \d\d:\d\d to \d+ \w{3} \d{4}, \d\d:\d\d UTC\.$/,
  );
  expect(line.match(/<time /g)).toHaveLength(2);
});

test('a number of thousands stands once, in groups of three digits', () => {
  const failures = Array.from({ length: 1_200 }, (_, index) =>
    run(index / 60, { outcome: 'failed', error: 'disk full' }),
  );
  expect(renderPage(createReport(facts(failures)))).toContain('<strong>1,200</strong> <span>failed runs, 1 cause');
});

test('a page that shows some of the jobs says how many there are', () => {
  const jobs = Array.from({ length: 101 }, (_, index) => run(1, { job: `Job ${index}` }));
  const text = renderPage(createReport(facts(jobs)), live);
  expect(text).toContain('<output id="shown" for="search">100 of 101 jobs</output>');
  expect(text).toMatch(/<section id="jobs" [^>]*data-all="101">/);
});

describe('the page loads nothing and runs nothing else', () => {
  test.each([
    ['a file', undefined],
    ['live', live],
  ])('%s: the policy names exactly its script and its style', (_case, options) => {
    const text = renderPage(createReport(facts([run(1)])), options);
    const policy = contentSecurityPolicy(options !== undefined);
    expect(text).toContain(`<meta http-equiv="content-security-policy" content="${policy}">`);
    const hash = (tag: string): string => {
      const [, inside = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text) ?? [];
      return `'sha256-${createHash('sha256').update(inside).digest('base64')}'`;
    };
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hash('style')}`,
      `script-src ${hash('script')}`,
      'img-src data:',
      ...(options === undefined ? [] : ["connect-src 'self'"]),
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(text).not.toMatch(/ (?:style|on[a-z]+)="/);
    expect(text).not.toMatch(/(?:src|action)="|@import|url\(/);
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, target]) => target?.slice(0, 11))).toEqual(
      expect.arrayContaining(['#jobs']),
    );
    // The live page leads to those of the jobs.
    expect(text).not.toMatch(
      options === undefined ? /href="(?!#|data:image\/svg)/ : /href="(?!#|data:image\/svg|\.\/jobs?[?"])/,
    );
  });
  test('a browser can parse the script', () => {
    expect(() => new Function(script)).not.toThrow();
    expect(() => new Function(liveScript)).not.toThrow();
    expect(script + liveScript).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval/);
  });
});

describe('data of the service is text', () => {
  const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length;
  test.each(injections)('%j', (text) => {
    const report = createReport(
      facts([run(2, { job: 'Plain', outcome: 'failed', error: 'plain' }), run(1, { job: 'Plain' })], {
        environment: text,
        jobs: [text],
        notes: [text],
        freshness: [
          {
            job: text,
            result: 'error',
            missed: [],
            skipped: [],
            ageMs: 1,
            because: [text],
            limits: { warn: 1, error: 2 },
          },
        ],
      }),
    );
    const attacked = createReport(
      facts(
        Array.from({ length: 12 }, (_, index) =>
          run(13 - index, { key: text, job: text, status: text, error: '', rows: index === 11 ? 0 : 100 }),
        ).concat(run(0.5, { key: text, job: text, outcome: 'failed', error: text, status: text })),
      ),
    );
    for (const html of [renderPage(report, { ...live, state: text }), renderPage(attacked)]) {
      expect(count(html, /<script/gi)).toBe(2);
      expect(count(html, /<\/script/gi)).toBe(2);
      expect(count(html, /<(?:img|iframe|base|template|math|a href="j)/gi)).toBe(0);
      expect(count(html, /<style/gi)).toBe(1);
      expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/);
      expect(html).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

test('ten thousand runs are a few elements for each job', () => {
  const runs = Array.from({ length: 10_000 }, (_, index) => run(167 - index / 60, { job: `Job ${index % 100}` }));
  const text = renderPage(createReport(facts(runs)));
  expect(text.length).toBeLessThan(1_500_000);
  expect([...text.matchAll(/<\w/g)].length).toBeLessThan(100 * 60);
});

test('a job without runs does not count as doing well', () => {
  const idle = createReport(facts([], { jobs: ['Idle', 'Stock'] }));
  expect(renderPage(idle)).toContain('<h1 id="answer">None of 2 jobs has a finished run</h1>');
  const some = renderPage(createReport(facts([run(1)], { jobs: ['Idle'] })));
  expect(some).toContain('<h1 id="answer">1 of 2 jobs is doing well</h1>');
  expect(some).toContain('No finished runs <span class="count">1</span>');
});

test('usual volumes are shown only for jobs with enough successes', () => {
  const successes = (count: number, job: string) =>
    Array.from({ length: count }, (_, index) => run(50 - index, { job, rows: 100 }));
  const textOf = (...runs: ReturnType<typeof run>[]) => renderPage(createReport(facts(runs)));
  expect(textOf(...successes(3, 'Few'))).toContain('No job has enough successful runs');
  expect(textOf(...successes(12, 'Many'))).toContain('Every job moved as many rows as usual.');
  const both = textOf(...successes(3, 'Few'), ...successes(12, 'Many'));
  expect(both).toContain('No unusual volume in 1 job with enough successful runs to compare.');
});

test('a job whose definition could not be read is named, with the reason', () => {
  const read = createInventory({ jobs: [{ JobName: 'Orders' }], whole: false });
  const lost = { kind: 'unreadable', name: 'Stock', reason: new Error('gone') } as const;
  const inventory = { ...read, entries: [...read.entries, lost] };
  const text = renderPage(createReport(facts([run(1)], { lint: lintJobs(inventory), jobs: ['Stock'] })));
  expect(text).toContain('The definition of 1 job could not be read');
  expect(text).toMatch(/<bdi>Stock<\/bdi>: [^<]+</);
});

test('a page of a job without a run says what is missing', () => {
  const text = renderPage(createReport(facts([], { jobs: ['Orders'] })));
  for (const part of [
    'No run was found',
    'No run has ended in this time',
    'does not say how fresh',
    'No successful run has a row count',
    'not read',
  ])
    expect(text).toContain(part);
});

test('jobs beyond a thousand are counted, and those that need attention are shown', () => {
  const runs = Array.from({ length: 1_200 }, (_, index) => run(1, { job: `Job ${index}` }));
  const text = renderPage(createReport(facts([...runs, run(1, { job: 'Zzz', outcome: 'failed' })])));
  expect(text).toContain('1 of 1,201 jobs needs attention');
  expect(text).toContain('data-job="zzz" data-result="error"');
  expect(text).toContain('201 jobs in the same or a better state are not shown');
});

test('the lanes end at the moment of the report', () => {
  const text = renderPage(
    createReport(facts([run(1, { outcome: 'running', start: now - hour, end: undefined }), run(-2, { job: 'Early' })])),
  );
  for (const each of [text, page])
    expect(each.slice(0, each.lastIndexOf('<script>'))).not.toMatch(/NaN|Infinity|undefined/);
});

test('each row says why in a few words, and a long message is cut and can be unfolded', () => {
  const trace = `ORA-12541: no listener\n    at a.b.C(C.java:1)\n${'    at x.y.Z(Z.java:2)\n'.repeat(20)}`;
  const runs = [
    run(1, { job: 'Orders', outcome: 'failed', error: trace }),
    run(30, { job: 'Stock' }),
    run(1, { job: 'Prices', outcome: 'unknown', status: 'PAUSED' }),
  ];
  const stale = { job: 'Stock', result: 'error', missed: [now - hour], skipped: [], ageMs: 6 * hour } as const;
  const freshness = [{ ...stale, because: [], limits: { warn: hour, error: 2 * hour } }];
  const text = renderPage(createReport(facts(runs, { freshness })));
  const whys = [...text.matchAll(/<span class="why">([^<]*)<\/span>/g)].map(([, why]) => why);
  expect(whys).toEqual([
    expect.stringMatching(/^failed: ORA-12541: no listener at a\.b\.C/),
    'stale: 6h, limit 2h · 1 scheduled run missed',
    'unknown status: PAUSED',
  ]);
  const [, first, whole] =
    /<p class="message">([^<]*)<\/p><details class="more"><summary>Show all<\/summary><pre class="message">([^<]*)</.exec(
      text,
    ) ?? [];
  expect(first).toBe('ORA-12541: no listener');
  expect(whole?.split('\n')).toHaveLength(22);
});
