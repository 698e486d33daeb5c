import { ConfigError, isSynclineError, ownOptions, SynclineError, withoutPrototype } from '@syncline/core/internal';
import {
  compareBy,
  type Comparison,
  type Expression,
  type FunctionCall,
  type OrderByItem,
  toFilter,
} from '@syncline/odata';
import type {
  ConnectorRecord,
  ConnectorRecordProperties,
  HistoryRecord,
  HistoryRecordProperties,
  ODataPaths,
} from '@syncline/openapi';
import type { ODataClient } from '../create-odata-client.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { PropertiesOf, RecordOf } from '../options/tables-option.ts';
import type { CallStream } from '../resources/call-response.ts';
import type { Collection, QueryOptions } from '../resources/collection.ts';
import type { CallPromise } from '../resources/operation-call.ts';
import type { Selected } from '../resources/selected.ts';
import { createFilterCheck, type RecordCheck } from './filter-check.ts';
import { type Collation, folded, isInstant, isNumeric, valueOf } from './text-rules.ts';

/** The option of a verified read. */
export interface VerifyOptions {
  /**
   * Checks each record against the filter and the order of the read. Dates, numbers and booleans are checked exactly, as
   * far as a `number` has not been rounded, texts only with a `collation`. @default false
   */
  readonly verify?: boolean | { readonly collation: Collation } | undefined;
}

/** A collection whose reads can check the records that arrive. */
export interface VerifiedCollection<Item, Properties> {
  /** Like `list` of the client, with `verify`. @throws {VerificationError} when a record does not match */
  list<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<Properties, Key & string> & VerifyOptions,
  ): CallPromise<Selected<Item, Key>[]>;
  /** Like `stream` of the client, with `verify`. The records before the refused one stay valid. */
  stream<Key extends keyof Item = keyof Item>(
    options?: CallOptions & QueryOptions<Properties, Key & string> & VerifyOptions,
  ): CallStream<Selected<Item, Key>>;
}

/** An OData client whose collections can check the records that arrive. */
export interface VerifiedODataClient<Paths extends object = ODataPaths>
  extends Omit<ODataClient<Paths>, 'history' | 'connectors'> {
  readonly history: VerifiedCollection<
    RecordOf<Paths, '/history', HistoryRecord>,
    PropertiesOf<Paths, '/history', HistoryRecordProperties>
  >;
  readonly connectors: VerifiedCollection<
    RecordOf<Paths, '/connectors', ConnectorRecord>,
    PropertiesOf<Paths, '/connectors', ConnectorRecordProperties>
  >;
}

type ReadOptions = CallOptions & QueryOptions<unknown, string> & VerifyOptions;
type AnyCollection = Collection<object, unknown>;

/**
 * Returns the client with an additional option: with `verify: true`, `list` and `stream` of its collections check every
 * record against the filter and the order that were sent. Some services respond with status 200 and all records to a
 * filter that they do not understand.
 *
 * The check detects records that do not match, and a wrong order. It cannot detect records that the service leaves out.
 * It never refuses a correct response: conditions that cannot be checked reliably pass, such as texts without a
 * collation, a timestamp without an offset, a `number` that may have been rounded to the one of the condition or of the
 * record before, the position of null in an order, and the order of timestamps that differs from the order of their
 * texts, unless the filter compares their property with a date. If no condition of the filter can be checked, the read
 * throws a ConfigError.
 *
 * @throws {ConfigError} when `client` is not an OData client
 * @example
 * ```ts
 * import type { ODataClient } from '@syncline/client';
 * import { verifyReads } from '@syncline/client/verify';
 *
 * const recent = (odata: ODataClient, since: Date) =>
 *   verifyReads(odata).history.list({
 *     filter: (h) => h.runstartdate.ge(since),
 *     orderBy: 'runstartdate desc',
 *     verify: true,
 *   });
 * ```
 */
export function verifyReads<Paths extends object = ODataPaths>(client: ODataClient<Paths>): VerifiedODataClient<Paths> {
  if (typeof client?.history?.list !== 'function' || typeof client.connectors?.list !== 'function')
    throw new ConfigError('client', 'must be an OData client');
  return {
    ...client,
    history: verified('history', client.history as unknown as AnyCollection),
    connectors: verified('connectors', client.connectors as unknown as AnyCollection),
  } as unknown as VerifiedODataClient<Paths>;
}

function verified(name: string, collection: AnyCollection): VerifiedCollection<object, unknown> {
  return {
    list: (options) => {
      let prepared: Prepared;
      try {
        prepared = prepare(name, options as ReadOptions | undefined);
      } catch (error) {
        // As of every read, an option that cannot be used rejects the promise.
        const rejected = Promise.reject(error) as CallPromise<never>;
        return Object.assign(rejected, { withResponse: () => rejected as never });
      }
      const { read, check } = prepared;
      const call = collection.list(read as never);
      const checkAll = (records: readonly object[]): void => {
        for (const record of records) check(record);
      };
      const data = call.then((records) => {
        checkAll(records);
        return records;
      });
      const withResponse = async () => {
        // The caller handles an error here, and not in the promise of the data alone.
        data.catch(() => {});
        const response = await call.withResponse();
        await data;
        return response;
      };
      return Object.assign(data, { withResponse }) as CallPromise<never[]>;
    },
    stream: (options) => verifiedStream(name, collection, options as ReadOptions | undefined),
  };
}

/** It is not a generator, so that leaving it also ends a call that is waiting for a record. */
function verifiedStream(name: string, collection: AnyCollection, options: ReadOptions | undefined): CallStream<never> {
  let opened: { readonly records: CallStream<object>; readonly check: (record: object) => void } | undefined;
  const open = () => {
    const { read, check } = prepare(name, options);
    return { records: collection.stream(read as never), check };
  };
  const stream: CallStream<object> = {
    next: async () => {
      const { records, check } = (opened ??= open());
      const result = await records.next();
      if (result.done) return result;
      try {
        check(result.value);
      } catch (error) {
        await records.return?.();
        throw error;
      }
      return result;
    },
    return: async () => {
      opened ??= open();
      return (await opened.records.return?.()) ?? { done: true, value: undefined };
    },
    response: async () => opened?.records.response(),
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose ?? '@@asyncDispose']: async () => void (await stream.return?.()),
  };
  return stream as CallStream<never>;
}

interface Prepared {
  /** The options of the client's own read */
  readonly read: object;
  readonly check: (record: object) => void;
}

function prepare(name: string, options: ReadOptions | undefined): Prepared {
  const { verify, ...rest } = options ?? {};
  const read = withoutPrototype(rest);
  const collation = readCollation(verify);
  if (collation === false) return { read, check: () => {} };
  const { filter: filterInput, orderBy, select, split } = read;
  const filter = filterInput === undefined ? undefined : toFilter(filterInput, split ? unlimited : undefined);
  const matches = filter && filterCheck(filter.expression, collation);
  const names = new Set(filter && propertiesOf(filter.expression, isAny));
  const dates = new Set(filter && propertiesOf(filter.expression, isDate));
  const isInOrder = orderBy === undefined ? undefined : createOrderCheck(orderBy, collation, dates);
  for (const { property } of orderBy === undefined ? [] : orderItems(orderBy)) names.add(property);
  for (const property of names)
    if (select !== undefined && !select.includes(property))
      throw new ConfigError('select', `must include ${property}, because verify checks it`);
  let position = 0;
  const check = (record: object): void => {
    position += 1;
    if (matches?.(record) === false) throw new VerificationError(name, 'filter', position);
    if (isInOrder?.(record) === false) throw new VerificationError(name, 'order', position);
  };
  return { read: withoutPrototype({ ...read, filter }), check };
}

/** @returns false if the read is not verified, undefined if it is, without texts */
function readCollation(verify: unknown): Collation | undefined | false {
  if (verify === undefined || verify === false) return false;
  if (verify === true) return undefined;
  const { collation } = ownOptions(verify as { readonly collation: Collation }, { collation: 1 }, 'verify');
  if (collation !== 'exact' && collation !== 'ignoreCase')
    throw new ConfigError('verify.collation', "must be 'exact' or 'ignoreCase'");
  return collation;
}

function filterCheck(expression: Expression, collation: Collation | undefined): RecordCheck | undefined {
  if (expression.kind === 'literal') return undefined;
  const check = createFilterCheck(expression, collation);
  if (check === undefined)
    throw new ConfigError(
      'verify',
      collation === undefined
        ? 'cannot check this filter, because it compares only texts or null: set verify to { collation: "exact" } or ' +
            '{ collation: "ignoreCase" }, whichever the service uses, or leave verify out'
        : 'cannot check this filter, because each record may match it: for example, services differ in what is null. ' +
            'Leave verify out, or add a condition on a value',
    );
  return check;
}

/** The properties of an expression, in all conditions or in some of them. */
function propertiesOf(node: Expression, fits: (condition: Comparison | FunctionCall) => boolean): readonly string[] {
  switch (node.kind) {
    case 'literal':
      return [];
    case 'comparison':
      return node.left.kind === 'property' && fits(node) ? [node.left.name] : [];
    case 'call':
      return fits(node) ? [node.property.name] : [];
    case 'not':
      return propertiesOf(node.operand, fits);
    case 'and':
    case 'or':
      return node.operands.flatMap((operand) => propertiesOf(operand, fits));
  }
}

const isAny = (): boolean => true;
const isDate = (condition: Comparison | FunctionCall): boolean =>
  condition.kind === 'comparison' && ['date', 'dateTimeOffset'].includes(condition.right.type);

const unlimited = { maxLength: Number.POSITIVE_INFINITY, maxNodes: Number.POSITIVE_INFINITY };

/**
 * A read with `verify` received a wrong record: it does not match the filter that was sent (`filter`), or it is not in
 * the requested order (`order`). The service ignores or misreads the query.
 */
export class VerificationError extends SynclineError {
  override readonly name = 'VerificationError';
  readonly code = 'VERIFICATION_FAILED';
  readonly reason: 'filter' | 'order';
  /** The collection: `history` or `connectors` */
  readonly collection: string;
  /** Which record it is, from 1. Its values are not shown. */
  readonly position: number;

  constructor(collection: string, reason: 'filter' | 'order', position: number) {
    super(
      reason === 'filter'
        ? `${collection}: record ${position} does not match the filter that was sent, so the service ignores or misreads ` +
            '$filter. Read without a filter, and select the records with createEvaluator of @syncline/odata.'
        : `${collection}: record ${position} is not in the order that was requested, so the service ignores or misreads ` +
            '$orderby. Read without orderBy, and sort the records with compareBy of @syncline/odata.',
    );
    this.collection = collection;
    this.reason = reason;
    this.position = position;
  }
}

/** Whether a value is a {@link VerificationError}, from any copy of the package. */
export function isVerificationError(error: unknown): error is VerificationError {
  return isSynclineError(error) && error.code === 'VERIFICATION_FAILED';
}

type Order = string | OrderByItem | readonly (string | OrderByItem)[];

/** The conditions of an `orderBy`, as names and directions. */
function orderItems(orderBy: Order): readonly OrderByItem[] {
  const list = Array.isArray(orderBy) ? (orderBy as readonly (string | OrderByItem)[]) : [orderBy as string];
  return list.map((item) => {
    if (typeof item !== 'string') return item;
    const [property = '', direction] = item.split(' ');
    return { property, direction: direction === 'desc' ? 'desc' : 'asc' };
  });
}

/**
 * Returns a check that is called with each record in turn, and says whether it may follow the one before. Values that cannot
 * be compared for certain may: texts without a collation, values of two types, null, which services sort first or last,
 * numbers that rounding may have made equal, and instants that have another order as texts.
 *
 * @param dates - the properties that are certain to be dates, and not texts
 */
export function createOrderCheck(
  orderBy: Order,
  collation: Collation | undefined,
  dates: ReadonlySet<string> = new Set(),
): RecordCheck {
  const conditions = orderItems(orderBy).map((item) => ({
    name: item.property,
    compare: compareBy(item),
    sign: item.direction === 'desc' ? -1 : 1,
  }));
  const first = conditions[0]?.name ?? '';
  let previous: object | undefined;
  return (record) => {
    const before = previous;
    // Records with null are passed over, so that they do not part those around them.
    if (valueOf(record, first) !== null) previous = record;
    else return true;
    if (before === undefined) return true;
    for (const { name, compare, sign } of conditions) {
      const [earlier, later] = [valueOf(before, name), valueOf(record, name)];
      if (isUncertain(earlier, later)) return true;
      if (earlier === later) continue;
      const [left, right] = comparable(earlier, later, collation) ?? [];
      if (left === undefined) return true;
      const order = compare({ [name]: left }, { [name]: right });
      if (!dates.has(name) && mayBeText(left, right, order * sign)) return true;
      if (order !== 0) return order < 0;
    }
    return true;
  };
}

/**
 * Whether the order of two numbers may have been lost. Reading JSON rounds a number that is not whole, or beyond 2^53: it
 * may then equal another one, but it is never on the other side of it.
 */
function isUncertain(left: unknown, right: unknown): boolean {
  const isRounded = (value: unknown): boolean => typeof value === 'number' && !Number.isSafeInteger(value);
  if (typeof left === typeof right) return left === right && isRounded(left);
  return isRounded(left) || isRounded(right);
}

/** Whether two values are instants that a service which takes them for texts orders in another way. */
function mayBeText(left: unknown, right: unknown, order: number): boolean {
  if (typeof left !== 'string' || typeof right !== 'string' || !isInstant(left)) return false;
  return Math.sign(order) !== (left < right ? -1 : Number(left !== right));
}

/** Two values as they can be compared; undefined if they cannot. */
function comparable(left: unknown, right: unknown, collation: Collation | undefined): [unknown, unknown] | undefined {
  const both = (is: (value: unknown) => boolean): boolean => is(left) && is(right);
  if (left === null || right === null) return undefined;
  if (both(isInstant)) return [left, right];
  if (both((value) => typeof value === 'boolean') || both(isNumeric)) return [left, right];
  if (collation === undefined || typeof left !== 'string' || typeof right !== 'string') return undefined;
  // One of them may look like an instant, which compareBy would put before the other.
  return isInstant(left) || isInstant(right) ? undefined : [folded(left, collation), folded(right, collation)];
}
