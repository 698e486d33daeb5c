import { createEvaluator, evaluate, parseFilter } from '@syncline/odata';
import { compare } from '../harness/compare.ts';
import { peer, versionOf } from '../harness/peers.ts';
import type { Loop } from '../harness/loop.ts';
import { goal } from '../harness/suite.ts';
import type { Settings, Table } from '../harness/suite.ts';
import { historyRecords } from '../servers/records.ts';
import { answers } from './answers.ts';
import { mockserverCompiler } from './mockserver.ts';

type Condition = (record: object) => unknown;
type WireRecord = Readonly<Record<string, unknown>>;

/** A filter as a function of one record. `prepare` converts the records on the wire to those that the library reads. */
interface Library {
  readonly name: string;
  readonly version?: string;
  compile(filter: string): Condition;
  readonly prepare?: (record: WireRecord) => object;
}

const ours = '@syncline/odata, createEvaluator';
const sift = 'odata-v4-mongodb + sift';
const mockserver = '@sap-ux/fe-mockserver-core';
const byHand = 'by hand, for these records';
const withDates = ', with prepared dates';

async function libraries(): Promise<readonly Library[]> {
  const inMemory = 'odata4-inmemory';
  const original = 'odata-v4-inmemory';
  const { createFilter } = await peer<{ createFilter(filter: string): Condition }>(inMemory);
  const { createFilter: createOriginal } = await peer<{ createFilter(filter: string): Condition }>(original);
  const mongo = await peer<{ createFilter(filter: string): object }>('odata-v4-mongodb');
  const sifting = await peer<{ default: (query: object) => Condition }>('sift');
  const prepare = (record: WireRecord): object => ({ ...record, runstartdate: new Date(String(record.runstartdate)) });
  const onTheWire: readonly Library[] = [
    { name: ours, compile: (filter) => createEvaluator(parseFilter(filter)) },
    { name: inMemory, version: versionOf(inMemory), compile: (filter) => createFilter(filter) },
    { name: original, version: versionOf(original), compile: (filter) => createOriginal(filter) },
    {
      name: sift,
      version: `${versionOf('odata-v4-mongodb')} + ${versionOf('sift')}`,
      compile: (filter) => sifting.default(mongo.createFilter(filter)),
    },
  ];
  return [
    ...onTheWire,
    { name: mockserver, version: versionOf(mockserver), compile: await mockserverCompiler() },
    ...onTheWire.map((library) => ({ ...library, name: `${library.name}${withDates}`, prepare })),
  ];
}

interface Expression {
  readonly title: string;
  readonly filter: string;
  readonly byHand?: (record: WireRecord) => boolean | null;
}

const expressions: readonly Expression[] = [
  { title: 'a string', filter: "status eq 'FAILED'" },
  { title: 'a number', filter: 'records gt 6000' },
  { title: 'an instant', filter: 'runstartdate gt 2026-01-01T08:00:00Z' },
  {
    title: 'a function',
    filter: "contains(details,'Orders')",
    // The best that a closure for one filter can reach: the names are constants, unlike in any evaluator.
    byHand: (record: WireRecord) =>
      typeof record.details === 'string' && Object.hasOwn(record, 'details') ? record.details.includes('Orders') : null,
  },
  { title: 'one of three', filter: "instanceid eq 'instance-1' or instanceid eq 'instance-2' or instanceid eq 'x'" },
  {
    title: 'four conditions',
    filter:
      "runstartdate ge 2026-01-01T02:00:00Z and records ge 100 and not (startswith(connectorid,'Oracle')) and status ne 'SUCCESS'",
  },
];

/**
 * Calls a compiled filter for 1,000 records as on the wire, where a date-time is a string. A library that finds
 * different rows stays in the table, with the number of rows next to its name. A library that throws is named above the
 * table.
 */
export async function* evaluating(settings: Settings): AsyncGenerator<Table> {
  const all = await libraries();
  const wire = historyRecords(1000);
  for (const { title, filter, byHand: written } of expressions) {
    const failures: string[] = [];
    const contenders: (Loop & { readonly rows: number })[] = [];
    for (const library of all) {
      if (library.prepare !== undefined && !filter.includes('runstartdate')) continue;
      try {
        contenders.push(contender(library, filter, wire));
      } catch (error) {
        failures.push(`${library.name} throws ${(error as Error).message}.`);
      }
    }
    const right = contenders[0]?.rows;
    const isRight = contenders.filter(({ rows }) => rows === right).map(({ name }) => name);
    if (written !== undefined)
      contenders.push(contender({ name: byHand, compile: () => written as Condition }, filter, wire));
    const named = contenders.map((contender) =>
      contender.rows === right
        ? contender
        : { ...contender, name: `${contender.name} (${contender.rows} rows, ${right} are right)` },
    );
    yield await compare(
      {
        title: `Evaluate ${title}`,
        about: [`\`${filter}\` over 1,000 records.`, ...failures].join(' '),
        unit: 'records/s',
        baseline: ours,
        work: wire.length,
        contenders: named,
        // A library that finds different rows has not done the work.
        goals: (ratio, value) => [
          ...isRight.flatMap((name) =>
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
  yield quietly(() => answers(all.filter(({ prepare }) => prepare === undefined)));
}

/** The short form: a filter is compiled for a single record. */
function evaluatingOnce(all: readonly Library[], record: object, settings: Settings): Promise<Table> {
  const { filter } = expressions[0] as Expression;
  const node = parseFilter(filter);
  const contenders = all
    .filter(({ prepare }) => prepare === undefined)
    .map(({ name, version, compile }) => ({ name, version, run: () => compile(filter)(record) }));
  return compare(
    {
      title: 'Parse a filter and evaluate it for one record',
      about: `\`${filter}\`. The last row begins with a filter that is already parsed.`,
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

/**
 * Suppresses output: some libraries print a line for every number that they compare with, or the errors that they
 * throw.
 */
function quietly<Result>(run: () => Result): Result {
  const { log, error } = console;
  console.log = console.error = () => {};
  try {
    return run();
  } finally {
    Object.assign(console, { log, error });
  }
}
