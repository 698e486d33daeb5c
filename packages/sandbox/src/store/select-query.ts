import type { Expression } from '@syncline/odata';
import { createRandom, hash } from '../random/random.ts';
import type { Collection } from './collection.ts';
import { compileFilter } from './compile-filter.ts';
import { createStatements, type Prepare, type SqlDatabase, type SqlValue } from './database.ts';
import { memberStart, pickMembers } from './json-text.ts';
import { unknownProperty } from './query-error.ts';

export interface OrderItem {
  readonly property: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * Compiles a total ORDER BY. Nulls come first in ascending order. The collection's key breaks ties, in the direction of
 * the last item, so that a descending order is exactly the ascending one reversed and the clustered key serves both.
 *
 * @throws QueryError for an unknown property
 */
function compileOrder(items: readonly OrderItem[], collection: Collection): string {
  const terms = new Map<string, string>();
  for (const { property, direction } of items) {
    const column = collection.column(property);
    if (column === undefined) throw unknownProperty(property, collection);
    for (const term of column.order) if (!terms.has(term)) terms.set(term, direction);
  }
  const last = items.at(-1)?.direction ?? 'asc';
  for (const column of collection.key) if (!terms.has(column)) terms.set(column, last);
  return [...terms].map(([sql, direction]) => (direction === 'desc' ? `${sql} DESC` : sql)).join(', ');
}

/** A query over a collection. */
export interface CollectionQuery {
  readonly filter?: Expression | undefined;
  readonly orderBy?: readonly OrderItem[] | undefined;
  readonly select?: readonly string[] | undefined;
  /** Maximum number of records. */
  readonly limit?: number | undefined;
  /** Number of records to skip. Only with `limit`. @default 0 */
  readonly offset?: number | undefined;
  /** The key of a timestamp: history records that started before it are left out. */
  readonly since?: string | undefined;
  /** Repeats and shuffles the records. All records are then held in memory. */
  readonly disorder?: Disorder | undefined;
}

/** How the records are disturbed. The same seed gives the same result. */
interface Disorder {
  /** The fraction of records that are sent twice, from 0 to 1. */
  readonly duplicates: number;
  readonly shuffle: boolean;
  readonly seed: number;
}

/**
 * The records that match a query, as JSON text joined by commas: all of them in `text`, or the first ones in `text` and
 * the others in `rest`.
 */
export interface RecordsText {
  readonly text: string;
  readonly rest?: Iterable<string>;
  /** Whether there are records beyond the limit. Only for a query with an offset. */
  readonly hasMore?: boolean;
}

const firstRows = 2000;
const rowsPerChunk = 64;
const maxStatements = 100;

/**
 * Runs queries over collections. Up to 2,000 records are joined to one text inside SQLite, which takes a seventh of the
 * time of building objects. Further records are read row by row while they are sent, so that memory use stays constant.
 */
export class SelectQueries {
  readonly #database: SqlDatabase;
  readonly #prepare: Prepare;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#prepare = createStatements(database, maxStatements);
  }

  /** @throws QueryError */
  run(collection: Collection, query: CollectionQuery): RecordsText {
    const starts = query.select?.map((name) => {
      if (collection.column(name) === undefined) throw unknownProperty(name, collection);
      return memberStart(name);
    });
    const condition = query.filter === undefined ? undefined : compileFilter(query.filter, collection);
    const conditions = condition === undefined ? [] : [condition.sql];
    const parameters = condition === undefined ? [] : [...condition.parameters];
    if (query.since !== undefined) {
      conditions.push("(start >= ? OR start = '')");
      parameters.push(query.since);
    }
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    const order = compileOrder(query.orderBy ?? [], collection);
    const all = `SELECT json FROM ${collection.table}${where} ORDER BY ${order}`;
    const { limit, offset = 0, disorder } = query;
    if (disorder !== undefined) return this.#disordered(all, parameters, starts, disorder, limit, offset);
    const rows = limit === undefined ? all : `SELECT json FROM (${all} LIMIT ${limit} OFFSET ${offset})`;
    const first = starts === undefined ? this.#joined(rows, parameters) : this.#picked(rows, parameters, starts);
    const hasMore = query.offset !== undefined && {
      hasMore: this.#prepare(`${all} LIMIT 1 OFFSET ${offset + (limit ?? 0)}`).get(...parameters) !== undefined,
    };
    if (first.count < firstRows) return { text: first.text, ...hasMore };
    return { text: first.text, rest: this.#rest(rows, parameters, starts), ...hasMore };
  }

  #disordered(
    all: string,
    parameters: SqlValue[],
    starts: readonly string[] | undefined,
    { duplicates, shuffle, seed }: Disorder,
    limit: number | undefined,
    offset: number,
  ): RecordsText {
    const random = createRandom(seed, hash('disorder'));
    const texts = this.#prepare(all)
      .all(...parameters)
      .flatMap((row) => (random.chance(duplicates) ? [row.json, row.json] : [row.json]) as string[]);
    if (shuffle)
      for (let last = texts.length - 1; last > 0; last--) {
        const index = random.int(0, last);
        [texts[last], texts[index]] = [texts[index]!, texts[last]!];
      }
    const end = limit === undefined ? texts.length : offset + limit;
    const page = texts.slice(offset, end);
    return {
      text: (starts === undefined ? page : page.map((json) => pickMembers(json, starts))).join(','),
      hasMore: end < texts.length,
    };
  }

  #joined(rows: string, parameters: SqlValue[]): { text: string; count: number } {
    const sql = `SELECT group_concat(json, ',') AS text, count(*) AS count FROM (${rows} LIMIT ${firstRows})`;
    const row = this.#prepare(sql).get(...parameters);
    return { text: (row?.text ?? '') as string, count: row?.count as number };
  }

  #picked(rows: string, parameters: SqlValue[], starts: readonly string[]): { text: string; count: number } {
    const found = this.#prepare(`${rows} LIMIT ${firstRows}`).all(...parameters);
    return { text: found.map((row) => pickMembers(row.json as string, starts)).join(','), count: found.length };
  }

  *#rest(rows: string, parameters: SqlValue[], starts: readonly string[] | undefined): Iterable<string> {
    // Not a cached statement: that could be run again while this one is still being read.
    const statement = this.#database.prepare(`${rows} LIMIT -1 OFFSET ${firstRows}`);
    let chunk = '';
    let count = 0;
    for (const row of statement.iterate(...parameters)) {
      const json = row.json as string;
      chunk += `,${starts === undefined ? json : pickMembers(json, starts)}`;
      if (++count % rowsPerChunk !== 0) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
  }
}
