import { evaluate, functionNames, parseFilter } from '@syncline/odata';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heapInUse } from '../support/garbage.ts';
import { headersFor, openSandbox, smallData } from '../support/sandbox.ts';

const total = Number(process.env.FUZZ_REQUESTS ?? 50_000);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const injections = [
  "' OR 1=1 --",
  "'; DROP TABLE history; --",
  "x' UNION SELECT json FROM job --",
  "')) OR (('1'='1",
  '") OR 1=1 --',
  "\\' OR 1=1",
  '1; PRAGMA writable_schema=1',
  "a'||'b",
  '%',
  '_',
  '\0',
  '__proto__',
  'constructor',
];
const history = [
  ...smallData.history,
  ...injections.filter((text) => text !== '\0').map((details, records) => ({ details, records })),
];
const data = { ...smallData, history };

/** Removes unpaired surrogates, which a URI cannot contain. */
const whole = (value: string): string => value.replace(/\p{Surrogate}/gu, '');
const odataText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const text = fc.oneof(
  fc.constantFrom(...injections),
  fc.constantFrom('Nightly', 'shop', '3 tables', 'a/b', 't1', 'j1'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const property = fc.constantFrom(
  'details',
  'connectorid',
  'instanceid',
  'records',
  'runstartdate',
  'failed',
  'nothing',
);
const literal = fc.oneof(
  text.map(odataText),
  fc.integer().map(String),
  fc.constantFrom('null', 'true', '2026-01-01T00:00:00Z', '2026-02-30', '1e400', '9223372036854775808', '-0', 'guid'),
);
const simple = fc.oneof(
  fc
    .tuple(property, fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'has', '='), literal)
    .map((parts) => parts.join(' ')),
  fc
    .tuple(fc.constantFrom(...functionNames, 'substringof', 'tolower'), property, literal)
    .map(([name, first, second]) => `${name}(${first},${second})`),
);
/** Conditions that match the types of the data. */
const fitting = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('details', 'connectorid', 'instanceid'),
      fc.constantFrom('eq', 'ne', 'contains'),
      text.map(odataText),
    )
    .map(([name, operator, value]) =>
      operator === 'contains' ? `contains(${name},${value})` : `${name} ${operator} ${value}`,
    ),
  fc
    .tuple(fc.constantFrom('records'), fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'), fc.integer().map(String))
    .map((parts) => parts.join(' ')),
);
const filter = fc.oneof(
  { weight: 4, arbitrary: fitting },
  { weight: 2, arbitrary: fc.tuple(fitting, fc.constantFrom('and', 'or'), fitting).map((parts) => parts.join(' ')) },
  simple,
  simple.map((one) => `not (${one})`),
  fc.tuple(simple, fc.constantFrom('and', 'or', 'xor', 'AND'), simple).map((parts) => parts.join(' ')),
  text,
);
/** A filter that is cut off or has a text inserted. Sometimes the result is still a valid filter. */
const mangled = fc
  .tuple(filter, fc.nat(40), text, fc.boolean())
  .map(([text, at, other, cut]) => whole(cut ? text.slice(0, at) : text.slice(0, at) + other + text.slice(at)));
const anyFilter = fc.oneof({ weight: 3, arbitrary: filter }, { weight: 1, arbitrary: mangled });

interface Shot {
  readonly owner: 'odata' | 'v2' | 'cloud' | 'auth';
  readonly path: string;
  readonly method?: string;
  readonly type?: string;
  readonly body?: string;
  readonly filter?: string;
  readonly literal?: string;
}
const encoded = (value: string): string => encodeURIComponent(whole(value)).replaceAll("'", '%27');
const method = fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH');
const shot: fc.Arbitrary<Shot> = fc.oneof(
  {
    weight: 6,
    arbitrary: anyFilter.map(
      (one): Shot => ({ owner: 'odata', path: `/history?$filter=${encoded(one)}`, filter: one }),
    ),
  },
  {
    weight: 2,
    arbitrary: text.map(
      (one): Shot => ({
        owner: 'odata',
        path: `/history?$filter=${encoded(`details eq ${odataText(one)}`)}`,
        literal: one,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: text
      .filter((one) => !/[\\\0]/.test(one))
      .map(
        (one): Shot => ({
          owner: 'cloud',
          path: '/api/query',
          method: 'POST',
          type: 'application/json',
          body: JSON.stringify({ query: `SELECT * FROM history WHERE details = ${odataText(one)}` }),
          literal: one,
        }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('history', 'connectors', "jobs('Nightly')"),
        fc.constantFrom('$select', '$orderby', '$top', '@authtoken', '$filter', '', '__proto__'),
        text,
      )
      .map(([set, option, value]): Shot => ({ owner: 'odata', path: `/${set}?${option}=${encoded(value)}` })),
  },
  { weight: 1, arbitrary: text.map((one): Shot => ({ owner: 'odata', path: `/jobs(${encoded(odataText(one))})` })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('filter', 'sort'), fc.oneof(anyFilter, text))
      .map(([option, value]): Shot => ({ owner: 'v2', path: `/v2/workspaces?${option}=${encoded(value)}` })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(text, text).map(
      ([one, other]): Shot => ({
        owner: 'v2',
        path: `/v2/transformations/${encoded(one)}/tasks/${encoded(other)}/history`,
      }),
    ),
  },
  { weight: 1, arbitrary: text.map((one): Shot => ({ owner: 'v2', path: `/v2/jobs/${encoded(one)}/status` })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('application/json', 'text/plain', ''),
        fc.oneof(
          text,
          fc.json(),
          text.map((query) => JSON.stringify({ query })),
          text.map((where) => JSON.stringify({ query: `SELECT * FROM history WHERE ${where}` })),
        ),
      )
      .map(([type, body]): Shot => ({ owner: 'cloud', path: '/api/query', method: 'POST', type, body })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(text, text).map(
      ([name, value]): Shot => ({
        owner: 'auth',
        path: '/oauth/token',
        method: 'POST',
        type: 'application/x-www-form-urlencoded',
        body: `grant_type=client_credentials&client_id=${encoded(name)}&client_secret=${encoded(value)}`,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(method, fc.webPath(), fc.constantFrom('odata', 'v2', 'cloud', 'auth'))
      .map(([verb, path, owner]): Shot => ({ owner: owner as Shot['owner'], path, method: verb })),
  },
);

it.each([
  false,
  true,
])(`${total} requests through sandbox.fetch (strict: %s): no 5xx, no 200 for a filter that was not applied, injected texts are literals, memory flat`, async (strict) => {
  const sandbox = openSandbox({ data, strict });
  const headers = {
    odata: headersFor(sandbox, 'odata'),
    v2: headersFor(sandbox, 'v2'),
    cloud: headersFor(sandbox, 'cloud'),
    auth: {},
  };
  const statuses = new Map<number, number>();
  let applied = 0;
  const fire = async ({
    owner,
    path,
    method: verb = 'GET',
    type,
    body,
    filter: asked,
    literal: wanted,
  }: Shot): Promise<void> => {
    const response = await sandbox.fetch(sandbox.urls[owner] + path, {
      method: verb,
      headers: { ...headers[owner], ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    const answer = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    expect(response.status).toBeLessThan(500);
    if (wanted !== undefined) {
      expect([200, 400]).toContain(response.status);
      if (response.status === 200)
        expect(detailsOf(answer)).toEqual(
          history.filter(({ details }) => details === wanted).map(({ details }) => details),
        );
      else expect(wanted).toMatch(/[\0-\x1f\ud800-\udfff]/);
    }
    if (asked === undefined || response.status !== 200) return;
    applied++;
    const expression = parseFilter(asked);
    const expected = history
      .filter((record) => evaluate(expression, record) === true)
      .map(({ details }) => details ?? null);
    expect(detailsOf(answer).sort()).toEqual(expected.sort());
  };
  const run = (count: number, part: number): Promise<void> =>
    fc.assert(fc.asyncProperty(shot, fire), { numRuns: count, seed: seed + part });

  console.log(`seed ${seed}`);
  const parts = 10;
  const heap: number[] = [];
  for (let part = 0; part < parts; part++) {
    await run(Math.ceil(total / parts), part);
    heap.push(heapInUse() / 1_048_576);
  }
  console.log(
    `${total} requests, ${applied} filters applied and checked; heap MiB ${heap.map((size) => size.toFixed(1)).join(' ')}; by status ${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}`,
  );
  expect(applied).toBeGreaterThan(total / 50);
  // Every cache is full halfway through.
  expect(heap.at(-1)).toBeLessThan(heap[4]! + 2);
  expect(
    detailsOf(await (await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: headers.odata })).text()),
  ).toHaveLength(history.length);
});

function detailsOf(text: string): (string | null)[] {
  const body = JSON.parse(text) as { value: { details?: string | null }[] } | { details?: string | null }[];
  return (Array.isArray(body) ? body : body.value).map(({ details }) => details ?? null);
}
