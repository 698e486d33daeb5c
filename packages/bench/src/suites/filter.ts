import { filter, parseFilter, printFilter } from '@syncline/odata';
import { compare } from '../harness/compare.ts';
import { peer, versionOf } from '../harness/peers.ts';
import { goal } from '../harness/suite.ts';
import type { Settings, Suite, Table } from '../harness/suite.ts';
import { evaluating } from '../odata/evaluators.ts';

/**
 * Filters that every parser accepts. `odata-filter-parser` splits inside quotes, so no text has an operator or a comma.
 * `@balena/odata-parser` does not support the date-time of OData 4, so no filter has one.
 */
const texts = [
  "status eq 'SUCCESS'",
  "duration ge 3600 and connectorid eq 'Salesforce'",
  "contains(details,'error') or startswith(connectorid,'Sales')",
  "records gt 100 and (status eq 'A' or status eq 'B') and instanceid ne null",
  "endswith(details,'done') and records le 5.5",
];

type Parse = (text: string) => unknown;

/** A contender that parses every text. Throws before any timing when the parser returns nothing for one of them. */
function parser(
  name: string,
  parse: Parse,
  version?: string,
): { name: string; version: string | undefined; run: () => unknown } {
  for (const text of texts) if (!parse(text)) throw new Error(`${name} returned nothing for ${text}`);
  return { name, version, run: () => texts.map((text) => parse(text)) };
}

async function parsing(settings: Settings): Promise<Table> {
  const v4 = await peer<{ filter: Parse }>('odata-v4-parser');
  const filterParser = await peer<{ Parser: { parse: Parse } }>('odata-filter-parser');
  const odataParser = await peer<{ defaultParser: { filter: Parse } }>('@odata/parser');
  const balena = await peer<{ default: { parse: Parse } }>('@balena/odata-parser');
  const cds = await peer<{ default: { parse: Parse } }>('@sap/cds/libx/odata/parse/parser.js');
  const peers = [
    parser('odata-v4-parser', (text) => v4.filter(text), versionOf('odata-v4-parser')),
    parser('odata-filter-parser', (text) => filterParser.Parser.parse(text), versionOf('odata-filter-parser')),
    parser('@odata/parser', (text) => odataParser.defaultParser.filter(text), versionOf('@odata/parser')),
    parser('@sap/cds', (text) => cds.default.parse(`jobs?$filter=${text}`), versionOf('@sap/cds')),
    parser(
      '@balena/odata-parser',
      (text) => balena.default.parse(`/jobs?$filter=${text}`),
      versionOf('@balena/odata-parser'),
    ),
  ];
  return compare(
    {
      title: 'Parse a filter',
      unit: 'filters/s',
      baseline: 'odata-v4-parser',
      work: texts.length,
      contenders: [parser('@syncline/odata', (text) => parseFilter(text)), ...peers],
      goals: (ratio) => [
        goal('≥ 45 × odata-v4-parser', ratio('@syncline/odata'), 45),
        ...peers.slice(1).map(({ name }) => goal(`ahead of ${name} (× it)`, ratio('@syncline/odata') / ratio(name), 1)),
      ],
    },
    settings,
  );
}

interface History {
  runstartdate: 'Edm.DateTimeOffset';
  connectorid: 'Edm.String';
  details: 'Edm.String';
}
const since = new Date('2024-01-01T00:00:00Z');
const printed = "runstartdate gt 2024-01-01T00:00:00.000Z and contains(details,'error')";
const build = (): ReturnType<typeof filter<History>> =>
  filter<History>((h) => h.runstartdate.gt(since).and(h.details.contains('error')));

async function printing(settings: Settings): Promise<Table> {
  const query = await peer<{ default: (query: object) => string }>('odata-query');
  const ready = build();
  const contenders = [
    { name: '@syncline/odata, print a filter', run: () => printFilter(ready) },
    { name: '@syncline/odata, build and print', run: () => String(build()) },
    // It percent-encodes the text, so only the amount of work is comparable. Like ours, it writes the date without
    // quotes.
    {
      name: 'odata-query, build and print',
      version: versionOf('odata-query'),
      run: () => query.default({ filter: { runstartdate: { gt: since }, details: { contains: 'error' } } }),
    },
  ];
  for (const { name, run } of contenders) {
    const text = decodeURIComponent(run()).replace('?$filter=', '').replace('.000', '');
    const same = text === printed.replace('.000', '');
    if (!same) throw new Error(`${name} prints ${text}`);
  }
  return compare(
    {
      title: 'Print a filter of two conditions',
      unit: 'filters/s',
      baseline: 'odata-query, build and print',
      contenders,
      goals: (ratio) => [goal('≥ 1 × odata-query, which checks nothing', ratio('@syncline/odata, build and print'), 1)],
    },
    settings,
  );
}

export default {
  title: 'Filters',
  async *run(settings) {
    yield await parsing(settings);
    yield await printing(settings);
    yield* evaluating(settings);
  },
} satisfies Suite;
