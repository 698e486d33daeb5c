import { probe, type Service } from './probe.ts';
import { isCollection, recordsOf } from './shape.ts';

/** What a service does with a query option. */
export type Treatment = 'honoured' | 'refused' | 'ignored' | 'unknown';

export interface QueryOptionResult {
  readonly option: '$filter' | '$orderby';
  readonly treatment: Treatment;
  /** The evidence: statuses and counts, never a value. */
  readonly evidence: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A value that no record has. */
const absent = 'syncline-doctor-finds-nothing';

/**
 * Finds out whether a collection supports `$filter`: a filter that one record matches must return it and nothing else,
 * and a filter that nothing matches must return nothing.
 *
 * @param rows - the records that the collection returns without a query
 */
export function probeFilter(service: Service, path: string, rows: readonly Row[]): Promise<QueryOptionResult> {
  // A service may only allow timestamps to be compared with timestamps, so refusing a text would prove nothing.
  const names = texts(rows).filter((name) => rows.every((row) => !/^\d{4}-\d\d-\d\d/.test(String(row[name]))));
  if (names.length === 0) return Promise.resolve(unclear('$filter', 'no record has a text that can be filtered on'));
  return firstNotRefused(names, (name) => filterBy(service, path, rows, name));
}

async function filterBy(
  service: Service,
  path: string,
  rows: readonly Row[],
  name: string,
): Promise<QueryOptionResult> {
  const option = '$filter';
  const none = await ask(service, path, option, `${name} eq '${absent}'`);
  if (!Array.isArray(none)) return none;
  if (none.length > 0)
    return { option, treatment: 'ignored', evidence: `a filter that matches nothing returned ${counted(none)}` };
  const value = values(rows, name).find((each) => each !== '' && each.length <= 200);
  if (value === undefined) return unclear(option, `no record has a short text in ${name}`);
  const some = await ask(service, path, option, `${name} eq '${value.replaceAll("'", "''")}'`);
  if (!Array.isArray(some)) return some;
  if (some.some((row) => row[name] !== value))
    return { option, treatment: 'ignored', evidence: `a filter on ${name} returned records that do not match it` };
  return some.length === 0
    ? unclear(option, `a filter on ${name} did not find a record that exists`)
    : { option, treatment: 'honoured', evidence: `on ${name}, ${some.length} of ${counted(rows)} match` };
}

/**
 * Finds out whether a collection supports `$orderby`: the two directions must give opposite orders.
 *
 * @param rows - the records that the collection returns without a query
 */
export function probeOrderBy(service: Service, path: string, rows: readonly Row[]): Promise<QueryOptionResult> {
  const names = texts(rows).filter((name) => new Set(values(rows, name)).size > 1);
  if (names.length === 0)
    return Promise.resolve(unclear('$orderby', 'two different records are needed to check the order'));
  return firstNotRefused(names, (name) => orderBy(service, path, name));
}

async function orderBy(service: Service, path: string, name: string): Promise<QueryOptionResult> {
  const option = '$orderby';
  const up = await ask(service, path, option, `${name} asc`);
  if (!Array.isArray(up)) return up;
  const down = await ask(service, path, option, `${name} desc`);
  if (!Array.isArray(down)) return down;
  const ascending = values(up, name);
  const descending = values(down, name).reverse();
  // A server that limits the page size sends the two ends of the collection, each in order.
  const isOrdered =
    ascending.join('\n') === descending.join('\n') ||
    (isSorted(ascending) && isSorted(descending) && differ(ascending, descending));
  return isOrdered
    ? { option, treatment: 'honoured', evidence: `on ${name}, asc and desc give opposite orders` }
    : { option, treatment: 'ignored', evidence: `on ${name}, asc and desc do not give opposite orders` };
}

/** A service may refuse an option for one property only. Two refusals are enough. */
async function firstNotRefused(
  names: readonly string[],
  ask: (name: string) => Promise<QueryOptionResult>,
): Promise<QueryOptionResult> {
  const [first = '', second] = names;
  const result = await ask(first);
  return result.treatment === 'refused' && second !== undefined ? ask(second) : result;
}

/** The records, or the reason why there are none. */
async function ask(
  service: Service,
  path: string,
  option: QueryOptionResult['option'],
  value: string,
): Promise<Row[] | QueryOptionResult> {
  const answer = await probe(service, path, [[option, value]]);
  if (answer.status >= 400) return { option, ...afterFailure(answer.status) };
  if (!isCollection(answer)) return unclear(option, answer.problem ?? `the status is ${answer.status}`);
  return [...recordsOf(answer.body)];
}

/**
 * A failure with a query option, when the same collection can be read without it. Only a 4xx is certainly a refusal.
 */
function afterFailure(status: number): Pick<QueryOptionResult, 'treatment' | 'evidence'> {
  const isRefusal = (status < 500 && status !== 408 && status !== 429) || status === 500 || status === 501;
  return { treatment: isRefusal ? 'refused' : 'unknown', evidence: `the status is ${status}, and 200 without it` };
}

const unclear = (option: QueryOptionResult['option'], evidence: string): QueryOptionResult => ({
  option,
  treatment: 'unknown',
  evidence,
});

/** The text properties whose name can be used in a query. Documented ones come first. */
function texts(rows: readonly Row[]): readonly string[] {
  const names = Object.keys(rows[0] ?? {}).filter(
    (name) => /^[A-Za-z_]\w{0,99}$/.test(name) && rows.every((row) => typeof row[name] === 'string'),
  );
  const rank = (name: string): number =>
    /^(connectorid|instanceid)$/i.test(name) ? 0 : /^(workspace|runstartdate)$/i.test(name) ? 1 : 2;
  return names.sort((a, b) => rank(a) - rank(b));
}

const counted = ({ length }: readonly Row[]): string => `${length} ${length === 1 ? 'record' : 'records'}`;

const values = (rows: readonly Row[], name: string): string[] => rows.map((row) => String(row[name]));

const differ = (a: readonly string[], b: readonly string[]): boolean => a[0] !== b[0] || a.at(-1) !== b.at(-1);

const isSorted = (list: readonly string[]): boolean =>
  [(text: string) => text, (text: string) => text.toLowerCase()].some((key) =>
    list.every((text, index) => index === 0 || key(list[index - 1] as string) <= key(text)),
  );
