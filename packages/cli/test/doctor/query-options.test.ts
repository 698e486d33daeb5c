import { createSandbox, type Behavior } from '@syncline/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { causesOf, runDoctor } from './run-doctor.ts';
import { http } from './servers.ts';

const data = {
  history: [
    { runstartdate: '2026-03-01T02:00:00Z', connectorid: "O'Brien", instanceid: 'b' },
    { runstartdate: '2026-03-02T02:00:00Z', connectorid: 'shop', instanceid: 'a' },
    { runstartdate: '2026-03-03T02:00:00Z', connectorid: 'shop', instanceid: 'c' },
  ],
  connectors: [{ connectorid: "O'Brien" }, { connectorid: 'books' }, { connectorid: 'shop' }],
};

async function examine(behavior: Behavior, records: object = data) {
  const sandbox = createSandbox({ data: records, behavior });
  const { urls, credentials } = await sandbox.listen({ port: 0 });
  onTestFinished(() => sandbox.close());
  const { basic } = credentials as unknown as Record<string, Record<string, string>>;
  const user = { SYNCLINE_USERNAME: basic?.['username'], SYNCLINE_PASSWORD: basic?.['password'] };
  return runDoctor({ odata: urls.odata }, user);
}

test.each<[string, Behavior, number, readonly string[], RegExp, RegExp]>([
  ['both honoured', {}, 0, [], /✓ \$filter +honoured/, /✓ \$orderby +honoured/],
  ['with a page cap', { pageCap: 2 }, 0, [], /✓ \$filter +honoured/, /✓ \$orderby +honoured/],
  [
    '$filter refused',
    { filter: 'refuse' },
    1,
    ['query-option-refused'],
    /✗ \$filter +refused: the status is 400[^]*Do not send it/,
    /✓ \$orderby/,
  ],
  [
    '$filter ignored',
    { filter: 'ignore' },
    1,
    ['query-option-ignored'],
    /✗ \$filter +ignored: a filter that matches nothing returned 3 records[^]*silently wrong/,
    /✓ \$orderby/,
  ],
  [
    '$orderby ignored',
    { orderBy: 'ignore' },
    1,
    ['query-option-ignored'],
    /✓ \$filter/,
    /✗ \$orderby +ignored: on connectorid/,
  ],
])('%s', async (_title, behavior, status, causes, filter, order) => {
  const ran = await examine(behavior);
  expect(causesOf(ran)).toEqual(causes);
  expect(ran.status).toBe(status);
  expect(ran.text).toMatch(filter);
  expect(ran.text).toMatch(order);
  expect(ran.text).not.toMatch(/O'Brien|books/);
});

test('$orderby refused by a server of another kind, which fails with 500', async () => {
  const baseUrl = await http((request, response) => {
    const status = request.url?.includes('orderby') ? 500 : 200;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          request.url?.includes('syncline-doctor')
            ? []
            : [{ connectorid: 'a' }, { connectorid: 'b' }].slice(0, request.url?.includes('filter') ? 1 : 2),
        ),
      );
  });
  const ran = await runDoctor({ odata: baseUrl });
  expect(causesOf(ran)).toEqual(['query-option-refused']);
  expect(ran.text).toMatch(/✓ \$filter[^]*✗ \$orderby +refused: the status is 500/);
});

test('a service without records: the status says that doctor could not tell', async () => {
  const ran = await examine({}, { history: [], connectors: [] });
  expect(ran.status).toBe(3);
  expect(ran.json.verdict).toBe('unknown');
  expect(ran.text).toMatch(/\? \$filter +could not tell: no record has a text/);
  expect(ran.text).toMatch(/\? 2 of 4 checks are fine, 2 could not tell\.$/);
});
