import { describe, expect, it } from 'vitest';
import { get, openSandbox } from '../support/sandbox.ts';

const history = [
  { n: 0, connectorid: 'b', runstartdate: '2026-01-02T00:00:00Z' },
  { n: 1, connectorid: 'a', runstartdate: '2026-01-02T01:00:00+02:00' },
  { n: 2 },
  { n: 3, connectorid: 'b', runstartdate: '2026-01-02T00:00:00.000Z' },
];

async function order(orderBy: string): Promise<unknown[]> {
  const { body } = await get(
    openSandbox({ data: { history } }),
    'odata',
    `/history?$orderby=${encodeURIComponent(orderBy)}&$select=n`,
  );
  return body.value.map(({ n }) => n);
}

describe('$orderby', () => {
  it.each([
    ['runstartdate', [2, 1, 0, 3]],
    ['runstartdate asc', [2, 1, 0, 3]],
    ['runstartdate desc', [3, 0, 1, 2]],
    ['connectorid asc', [2, 1, 0, 3]],
    ['connectorid desc,n asc', [0, 3, 1, 2]],
    ['connectorid desc,n desc', [3, 0, 1, 2]],
    ['n desc', [3, 2, 1, 0]],
  ])('%s: nulls first ascending, ties in a stable order', async (text, expected) =>
    expect(await order(text)).toEqual(expected));

  it('returns a long response completely and in order, with and without $select', async () => {
    const many = Array.from({ length: 5003 }, (_, n) => ({
      n,
      runstartdate: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    }));
    const sandbox = openSandbox({ data: { history: many } });
    expect((await get(sandbox, 'odata', '/history?$orderby=runstartdate%20desc')).body.value).toEqual(
      [...many].reverse(),
    );
    expect((await get(sandbox, 'odata', '/history?$select=n')).body.value).toEqual(many.map(({ n }) => ({ n })));
  });

  it.each([2000, 2001])('is complete at the edge of the first batch: %i records', async (length) => {
    const many = Array.from({ length }, (_, n) => ({ n }));
    expect((await get(openSandbox({ data: { history: many } }), 'odata', '/history')).body.value).toEqual(many);
  });
});
