import { expect, test } from 'vitest';
import { runDoctor } from './run-doctor.ts';
import { http } from './servers.ts';

type Row = Readonly<Record<string, unknown>>;

/** Examines a service with the given rows. `answer` can replace its response to a query. */
async function examine(
  rows: readonly Row[],
  answer: (query: string) => number | readonly Row[] | undefined = () => undefined,
): Promise<{ readonly filter: unknown; readonly order: unknown; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const baseUrl = await http((request, response) => {
    const [path, search = ''] = (request.url ?? '').split('?');
    const query = decodeURIComponent(search);
    if (path === '/connectors' && query !== '') asked.push(query);
    const sent = path === '/connectors' ? (query === '' ? rows : (answer(query) ?? own(rows, query))) : [];
    response
      .writeHead(typeof sent === 'number' ? sent : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(typeof sent === 'number' ? {} : sent));
  });
  const { json } = await runDoctor({ odata: baseUrl });
  const says = (subject: string) =>
    json.interfaces.flatMap(({ checks }) => checks).find((check) => check.subject === subject)?.says;
  return { filter: says('$filter'), order: says('$orderby'), asked: [...new Set(asked)] };
}

/** The response of a service that applies the query correctly. */
function own(rows: readonly Row[], query: string): readonly Row[] {
  const [, name = '', value] = /^\$filter=(\w+) eq '(.*)'$/.exec(query) ?? [];
  if (value !== undefined) return rows.filter((row) => row[name] === value.replaceAll("''", "'"));
  const [, by = '', direction] = /^\$orderby=(\w+) (asc|desc)$/.exec(query) ?? [];
  const sorted = rows.toSorted((a, b) => (String(a[by]) < String(b[by]) ? -1 : 1));
  return direction === 'desc' ? sorted.reverse() : sorted;
}

const two = [{ connectorid: 'a' }, { connectorid: 'b' }];

test('a supported option is reported with the property and the number of matching records', async () => {
  expect(await examine([...two, { connectorid: "O'Brien" }])).toEqual({
    filter: 'honoured: on connectorid, 1 of 3 records match',
    order: 'honoured: on connectorid, asc and desc give opposite orders',
    asked: [
      "$filter=connectorid eq 'syncline-doctor-finds-nothing'",
      "$filter=connectorid eq 'a'",
      '$orderby=connectorid asc',
      '$orderby=connectorid desc',
    ],
  });
});

test('documented properties are tried first; names that a query cannot contain and values that are not text are never tried', async () => {
  const row = { 'no-name': 'x', sometimes: 'x', rows: 5, workspace: 'w', extra: 'x', connectorid: "O'Brien" };
  const { asked } = await examine([row, { ...row, sometimes: null, connectorid: 'b' }], (query) =>
    query.includes('connectorid') ? 400 : undefined,
  );
  expect(asked).toEqual([
    "$filter=connectorid eq 'syncline-doctor-finds-nothing'",
    "$filter=workspace eq 'syncline-doctor-finds-nothing'",
    "$filter=workspace eq 'w'",
    '$orderby=connectorid asc',
  ]);
});

test('after a refused property, one other is tried', async () => {
  const rows = [
    { connectorid: 'a', workspace: 'x' },
    { connectorid: 'b', workspace: 'y' },
  ];
  const one = await examine(rows, (query) => (query.includes('connectorid') ? 400 : undefined));
  expect(one).toMatchObject({
    filter: 'honoured: on workspace, 1 of 2 records match',
    order: 'honoured: on workspace, asc and desc give opposite orders',
  });
  expect(await examine(rows, () => 400)).toMatchObject({
    filter: 'refused: the status is 400, and 200 without it',
    order: 'refused: the status is 400, and 200 without it',
  });
});

test.each([
  [400, 'refused'],
  [404, 'refused'],
  [408, 'could not tell'],
  [429, 'could not tell'],
  [499, 'refused'],
  [500, 'refused'],
  [501, 'refused'],
  [502, 'could not tell'],
  [503, 'could not tell'],
])('a query with the response %i: %s', async (status, told) => {
  const evidence = `${told}: the status is ${status}, and 200 without it`;
  expect(await examine(two, () => status)).toMatchObject({ filter: evidence, order: evidence });
});

test('a response that is not a list proves nothing', async () => {
  expect(await examine(two, () => 204)).toMatchObject({ filter: 'could not tell: the response is empty' });
  expect(await examine(two, () => 302)).toMatchObject({ filter: 'could not tell: the status is 302' });
});

test('a filter that finds other records, or not the one that exists', async () => {
  const nothing = (query: string) => (query.includes('finds-nothing') ? [] : undefined);
  const both = await examine(two, (query) => nothing(query) ?? (query.includes('$filter') ? two : undefined));
  expect(both.filter).toBe('ignored: a filter on connectorid returned records that do not match it');
  const none = await examine(two, (query) => (query.includes('$filter') ? [] : undefined));
  expect(none.filter).toBe('could not tell: a filter on connectorid did not find a record that exists');
  const one = await examine(two, (query) => (query.includes('$filter') ? two.slice(0, 1) : undefined));
  expect(one.filter).toBe('ignored: a filter that matches nothing returned 1 record');
});

test('a value for a filter is neither empty nor long', async () => {
  const rows = ['', 'x'.repeat(201), 'y'.repeat(200)].map((connectorid) => ({ connectorid }));
  const { asked } = await examine(rows);
  expect(asked).toContain(`$filter=connectorid eq '${'y'.repeat(200)}'`);
  expect((await examine(rows.slice(0, 2))).filter).toBe('could not tell: no record has a short text in connectorid');
});

test('a timestamp is not a text for a filter, and checking an order needs two values', async () => {
  expect(await examine([{ runstartdate: '2026-03-01T02:00:00Z', rows: 1 }])).toEqual({
    filter: 'could not tell: no record has a text that can be filtered on',
    order: 'could not tell: two different records are needed to check the order',
    asked: [],
  });
});

test.each<[string, readonly string[], readonly string[], string]>([
  ['opposite', ['c', 'a', 'b'], ['b', 'a', 'c'], 'give opposite orders'],
  ['two ends of it, each in order', ['a', 'b'], ['d', 'c'], 'give opposite orders'],
  ['two ends of it, in the order of a collation', ['a', 'B'], ['D', 'c'], 'give opposite orders'],
  ['the same beginning twice', ['a', 'b', 'c'], ['a', 'b', 'c'], 'do not give opposite orders'],
  ['two ends of it, one not in order', ['b', 'a'], ['d', 'c'], 'do not give opposite orders'],
  ['two ends of it, the other not in order', ['a', 'b'], ['c', 'd'], 'do not give opposite orders'],
])('the two orders are %s', async (_title, up, down, told) => {
  const rows = (names: readonly string[]) => names.map((connectorid) => ({ connectorid }));
  const { order } = await examine(rows(['a', 'B', 'c', 'D']), (query) =>
    query.endsWith('asc') ? rows(up) : query.endsWith('desc') ? rows(down) : undefined,
  );
  expect(order).toMatch(new RegExp(`: on connectorid, asc and desc ${told}$`));
});

test.each<[string, readonly number[], string]>([
  ['refused by one of two collections', [200, 400], 'refused: the status is 400, and 200 without it'],
  ['unclear in one of two collections', [503, 200], 'honoured: on connectorid, 1 of 2 records match'],
  ['unclear in both collections', [503, 502], 'could not tell: the status is 503, and 200 without it'],
])('a filter that is %s', async (_title, [connectors = 0, history = 0], told) => {
  const baseUrl = await http((request, response) => {
    const query = decodeURIComponent(request.url?.split('?')[1] ?? '');
    const status = !query.includes('$filter') ? 200 : request.url?.startsWith('/connectors') ? connectors : history;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(query === '' ? two : own(two, query)));
  });
  const { json } = await runDoctor({ odata: baseUrl });
  const check = json.interfaces[0]?.checks.find(({ subject }) => subject === '$filter');
  expect(check?.says).toBe(told);
});
