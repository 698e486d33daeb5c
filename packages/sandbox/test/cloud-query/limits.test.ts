import { describe, expect, it } from 'vitest';
import { parseQueryText } from '../../src/cloud-query/parse-query-text.ts';
import { maxBodyBytes } from '../../src/http/request.ts';
import { headersFor, openSandbox, runQuery } from '../support/sandbox.ts';

const nested = (depth: number, open: string, close: string): string =>
  `SELECT * FROM history WHERE ${open.repeat(depth)}records = 1${close.repeat(depth)}`;

describe('the limits of a query', () => {
  it.each([
    ['parentheses', '(', ')'],
    ['NOT', 'NOT ', ''],
    ['both', 'NOT (', ')'],
  ])('conditions in %s are at most 100 deep', (_, open, close) => {
    const each = open === 'NOT (' ? 2 : 1;
    expect(parseQueryText(nested(100 / each, open, close)).collection).toBe('history');
    expect(() => parseQueryText(nested(100 / each + 1, open, close))).toThrow('Conditions are at most 100 deep.');
  });

  it('depth counts what contains a condition, not what is next to it', () => {
    const beside = Array.from({ length: 150 }, () => '(records = 1)').join(' OR ');
    const { filter } = parseQueryText(`SELECT * FROM history WHERE ${beside}`);
    expect(filter?.kind === 'or' && filter.operands).toHaveLength(150);
    const joined = Array.from({ length: 150 }, () => 'NOT records = 1').join(' AND ');
    expect(parseQueryText(`SELECT * FROM history WHERE ${joined}`).filter?.kind).toBe('and');
  });

  it('a text is at most 8,192 characters long', () => {
    const text = 'SELECT * FROM jobs';
    expect(parseQueryText(text.padEnd(8192)).collection).toBe('job');
    expect(() => parseQueryText(text.padEnd(8193))).toThrow('A query is at most 8192 characters.');
  });

  it('a whole number has at most nine digits', () => {
    expect(parseQueryText('SELECT * FROM jobs LIMIT 999999999').limit).toBe(999_999_999);
    expect(() => parseQueryText('SELECT * FROM jobs LIMIT 1000000000')).toThrow('Expected a whole number at offset 25');
  });

  it('the deepest and the longest query run', async () => {
    const sandbox = openSandbox();
    const deepest = await runQuery(sandbox, nested(50, 'NOT (', ')'));
    expect([deepest.status, await deepest.json()]).toEqual([200, []]);
    const many = `SELECT instanceid FROM history WHERE ${Array.from({ length: 500 }, () => 'records = 5').join(' OR ')}`;
    expect(many.length).toBeLessThan(8192);
    expect(await (await runQuery(sandbox, many)).json()).toEqual([{ instanceid: 'a' }]);
  });

  it('a body of exactly 1 MiB is read, and one more byte is refused, without and with a port', async () => {
    const sandbox = openSandbox();
    const { urls } = await sandbox.listen();
    const send = async (fetch: typeof globalThis.fetch, base: string, bytes: number) => {
      const start = '{"query":"SELECT JobName FROM jobs LIMIT 0"';
      const body = `${start}${' '.repeat(bytes - start.length - 1)}}`;
      const headers = { ...headersFor(sandbox, 'cloud'), 'content-type': 'application/json' };
      const response = await fetch(`${base}/api/query`, { method: 'POST', headers, body });
      return [response.status, await response.text()];
    };
    for (const [fetch, base] of [
      [sandbox.fetch, sandbox.urls.cloud],
      [globalThis.fetch, urls.cloud],
    ] as const) {
      expect(await send(fetch, base, maxBodyBytes)).toEqual([200, '[]']);
      expect(await send(fetch, base, maxBodyBytes + 1)).toEqual([
        413,
        expect.stringContaining('The body is larger than 1048576 bytes.'),
      ]);
    }
  });
});

describe('the mistakes in a query', () => {
  it.each([
    ['', 'Expected SELECT at offset 0 of the query.'],
    ['SELECT', 'Expected a column or * at offset 6 of the query.'],
    ['SELECT *', 'Expected FROM at offset 8 of the query.'],
    ['SELECT * FROM', 'Expected a table at offset 13 of the query.'],
    ['SELECT * FROM secrets', "There is no table 'secrets'. Known: jobs, history, connectors, workspaces."],
    ['SELECT a, FROM jobs', 'Expected FROM at offset 15 of the query.'],
    ['SELECT * FROM jobs WHERE', 'Expected a column at offset 24 of the query.'],
    ['SELECT * FROM jobs WHERE a', 'Expected =, <>, <, <=, >, >= or IS at offset 26 of the query.'],
    ["SELECT * FROM jobs WHERE a LIKE 'x'", 'Expected =, <>, <, <=, >, >= or IS at offset 27 of the query.'],
    ['SELECT * FROM jobs WHERE a ; 1', 'Expected =, <>, <, <=, >, >= or IS at offset 27 of the query.'],
    ['SELECT * FROM jobs WHERE a =', 'Expected a value at offset 28 of the query.'],
    ['SELECT * FROM jobs WHERE a = b', 'Expected a value at offset 29 of the query.'],
    ['SELECT * FROM jobs WHERE a = (', 'Expected a value at offset 29 of the query.'],
    ['SELECT * FROM jobs WHERE a IS 1', 'Expected NULL at offset 30 of the query.'],
    ['SELECT * FROM jobs WHERE (a = 1', "Expected ')' at offset 31 of the query."],
    ['SELECT * FROM jobs ORDER a', 'Expected BY at offset 25 of the query.'],
    ['SELECT * FROM jobs ORDER BY', 'Expected a column at offset 27 of the query.'],
    ['SELECT * FROM jobs ORDER BY a DESC ASC', 'Expected the end of the query at offset 35 of the query.'],
    ['SELECT * FROM jobs LIMIT', 'Expected a whole number at offset 24 of the query.'],
    ['SELECT * FROM jobs LIMIT 1.5', 'Expected a whole number at offset 25 of the query.'],
    ['SELECT * FROM jobs; SELECT', 'Expected the end of the query at offset 20 of the query.'],
    ['SELECT * FROM jobs ? ', 'Unexpected character at offset 19 of the query.'],
    ["SELECT * FROM jobs WHERE a = 'x", 'Unexpected character at offset 29 of the query.'],
  ])('%j: %s', (query, message) => {
    expect(() => parseQueryText(query)).toThrow(message);
  });
});

describe('what a query means', () => {
  const filterOf = (where: string, table = 'history') => parseQueryText(`SELECT * FROM ${table} WHERE ${where}`).filter;

  it.each([
    ['=', 'eq'],
    ['<>', 'ne'],
    ['!=', 'ne'],
    ['<', 'lt'],
    ['<=', 'le'],
    ['>', 'gt'],
    ['>=', 'ge'],
  ])('%s is %s', (sign, operator) => {
    expect(filterOf(`a ${sign} 1`)).toEqual({
      kind: 'comparison',
      operator,
      left: { kind: 'property', name: 'a' },
      right: { kind: 'literal', type: 'integer', value: 1n },
    });
  });

  it.each([
    ['1', 'integer', 1n],
    ['-12', 'integer', -12n],
    ['1.50', 'decimal', '1.50'],
    ['TRUE', 'boolean', true],
    ['false', 'boolean', false],
    ["'it''s'", 'string', "it's"],
    ["'2026-01-01'", 'string', '2026-01-01'],
  ])('%s is a %s', (text, type, value) => {
    expect(filterOf(`a = ${text}`)).toMatchObject({ right: { kind: 'literal', type, value } });
  });

  it('a text is a time only if its column is one', () => {
    const typeOf = (where: string, table?: string) =>
      (filterOf(where, table) as { right: { type: string } }).right.type;
    expect(filterOf("runstartdate > '2026-01-01'")).toMatchObject({
      right: { kind: 'literal', type: 'dateTimeOffset', value: '2026-01-01' },
    });
    expect(typeOf("runstartdate > 'soon'")).toBe('string');
    expect(typeOf("created_at > '2026-01-01'", 'workspaces')).toBe('dateTimeOffset');
    expect(typeOf("updated_at > '2026-01-01'", 'workspaces')).toBe('dateTimeOffset');
    expect(typeOf("runstartdate > '2026-01-01'", 'connectors')).toBe('string');
  });

  it('AND binds more tightly than OR, and NOT than AND', () => {
    const a = filterOf('a = 1');
    expect(filterOf('a = 1 OR a = 1 AND NOT a = 1')).toEqual({
      kind: 'or',
      operands: [a, { kind: 'and', operands: [a, { kind: 'not', operand: a }] }],
    });
    expect(filterOf('(a = 1 OR a = 1) AND a = 1')).toEqual({
      kind: 'and',
      operands: [{ kind: 'or', operands: [a, a] }, a],
    });
  });

  it('IS NULL and IS NOT NULL compare with null', () => {
    const right = { kind: 'literal', type: 'null', value: null };
    expect(filterOf('a IS NULL')).toMatchObject({ operator: 'eq', right });
    expect(filterOf('a is not null')).toMatchObject({ operator: 'ne', right });
  });

  it('reads columns once, quoted ones with their quotes, and the order of each', () => {
    const query = parseQueryText('SELECT "a ""b""", ü_1#, "a ""b""" FROM Jobs ORDER BY x, y ASC, z DESC LIMIT 3;');
    expect(query).toEqual({
      collection: 'job',
      select: ['a "b"', 'ü_1#'],
      filter: undefined,
      orderBy: [
        { property: 'x', direction: 'asc' },
        { property: 'y', direction: 'asc' },
        { property: 'z', direction: 'desc' },
      ],
      limit: 3,
    });
  });
});
