import { createEvaluator, evaluate, parseFilter } from '@syncline/odata';
import { compare } from '../harness/compare.ts';
import { peer, versionOf } from '../harness/peers.ts';
import type { Loop } from '../harness/loop.ts';
import { goal } from '../harness/suite.ts';
import type { Settings, Table } from '../harness/suite.ts';
import { historyRecords } from '../servers/records.ts';

type Condition = (record: object) => unknown;
type WireRecord = Readonly<Record<string, unknown>>;

/** A filter as a function of one record. `prepare` turns the records of the wire into those that the library reads. */
interface Library {
  readonly name: string;
  readonly version?: string;
  compile(filter: string): Condition;
  readonly prepare?: (record: WireRecord) => object;
}

const ours = '@syncline/odata, createEvaluator';
const sift = 'odata-v4-mongodb + sift';
const withDates = ', dates made beforehand';

async function libraries(): Promise<readonly Library[]> {
  const inMemory = await peer<{ createFilter(filter: string): Condition }>('odata4-inmemory');
  const mongo = await peer<{ createFilter(filter: string): object }>('odata-v4-mongodb');
  const sifting = await peer<{ default: (query: object) => Condition }>('sift');
  const compile = (filter: string): Condition => sifting.default(mongo.createFilter(filter));
  const version = `${versionOf('odata-v4-mongodb')} + ${versionOf('sift')}`;
  const prepare = (record: WireRecord): object => ({ ...record, runstartdate: new Date(String(record.runstartdate)) });
  const oursCompile = (filter: string): Condition => createEvaluator(parseFilter(filter));
  return [
    { name: ours, compile: oursCompile },
    {
      name: 'odata4-inmemory',
      version: versionOf('odata4-inmemory'),
      compile: (filter) => inMemory.createFilter(filter),
    },
    { name: sift, version, compile },
    { name: `${ours}${withDates}`, compile: oursCompile, prepare },
    { name: `${sift}${withDates}`, version, compile, prepare },
  ];
}

const expressions = [
  { title: 'a string', filter: "status eq 'FAILED'" },
  { title: 'a number', filter: 'records gt 6000' },
  { title: 'an instant', filter: 'runstartdate gt 2026-01-01T08:00:00Z' },
  { title: 'a function', filter: "contains(details,'Orders')" },
  { title: 'one of three', filter: "instanceid eq 'instance-1' or instanceid eq 'instance-2' or instanceid eq 'x'" },
  {
    title: 'four conditions',
    filter:
      "runstartdate ge 2026-01-01T02:00:00Z and records ge 100 and not (startswith(connectorid,'Oracle')) and status ne 'SUCCESS'",
  },
] as const;

/**
 * Calls a compiled filter for 1,000 records: records of the wire, in which a date-time is a string. A library that finds
 * other rows stays in the table, with what it finds beside its name. One that throws is named above the table.
 */
export async function* evaluating(settings: Settings): AsyncGenerator<Table> {
  const all = await libraries();
  const wire = historyRecords(1000);
  for (const { title, filter } of expressions) {
    const failures: string[] = [];
    const contenders: (Loop & { readonly rows: number })[] = [];
    for (const library of all) {
      if (library.prepare !== undefined && !filter.includes('runstartdate')) continue;
      try {
        contenders.push(contender(library, filter, wire));
      } catch (error) {
        failures.push(`${library.name} throws ${error instanceof Error ? error.message : String(error)}.`);
      }
    }
    const right = contenders[0]?.rows;
    const named = contenders.map((one) =>
      one.rows === right ? one : { ...one, name: `${one.name} (${one.rows} rows, ${right} are right)` },
    );
    yield await compare(
      {
        title: `Evaluate ${title}`,
        about: [`\`${filter}\` over 1,000 records.`, ...failures].join(' '),
        unit: 'records/s',
        baseline: ours,
        work: wire.length,
        contenders: named,
        goals: (ratio, value) => [
          ...named.flatMap(({ name }) =>
            name.startsWith(ours)
              ? []
              : [goal(`≥ 3 × ${name}`, ratio(`${ours}${name.includes(withDates) ? withDates : ''}`, name), 3)],
          ),
          goal('≥ 1,000,000 records/s', value(ours, 'rate'), 1e6),
        ],
      },
      settings,
    );
  }
  yield await evaluatingOnce(all, wire[0] as object, settings);
}

/** The short form: a filter is compiled for a single record. */
function evaluatingOnce(all: readonly Library[], record: object, settings: Settings): Promise<Table> {
  const filter = expressions[0].filter;
  const node = parseFilter(filter);
  const contenders = all
    .filter(({ prepare }) => prepare === undefined)
    .map(({ name, version, compile }) => ({ name, version, run: () => compile(filter)(record) }));
  return compare(
    {
      title: 'Read a filter and evaluate it for one record',
      about: `\`${filter}\`. The last row begins with a filter that is already read.`,
      unit: 'records/s',
      baseline: ours,
      contenders: [...contenders, { name: '@syncline/odata, evaluate', run: () => evaluate(node, record) }],
      goals: (ratio) => contenders.slice(1).map(({ name }) => goal(`ahead of ${name} (× it)`, 1 / ratio(name), 1)),
    },
    settings,
  );
}

function contender(library: Library, filter: string, wire: readonly WireRecord[]): Loop & { readonly rows: number } {
  const { name, version, compile, prepare = (record) => record } = library;
  const records = wire.map(prepare);
  const condition = compile(filter);
  const run = (): number =>
    quietly(() => {
      let rows = 0;
      for (const record of records) if (condition(record) === true) rows++;
      return rows;
    });
  return { name, version, run, rows: run() };
}

/** `odata4-inmemory` prints a line for every number that it compares with. */
function quietly<Result>(run: () => Result): Result {
  const { log } = console;
  console.log = () => {};
  try {
    return run();
  } finally {
    console.log = log;
  }
}
