import { describe, expect, it } from 'vitest';
import { readData } from '../../src/index.ts';
import { get, openSandbox, runQuery } from '../support/sandbox.ts';

/** The positions of the records that match. The values of the property `p` are written as in a data file. */
async function matching(values: readonly string[], filter: string): Promise<number[]> {
  const records = values.map((value, n) => `{"n":${n},"p":${value}}`).join(',');
  const sandbox = openSandbox({ data: readData(`{"history":[${records}]}`) });
  const { status, body } = await get(
    sandbox,
    'odata',
    `/history?$select=n&$orderby=n&$filter=${encodeURIComponent(filter)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.value.map(({ n }) => n as number);
}

async function ordered(values: readonly string[], orderBy: string): Promise<unknown[]> {
  const records = values.map((value, n) => `{"n":${n},"p":${value}}`).join(',');
  const { body } = await get(
    openSandbox({ data: readData(`{"history":[${records}]}`) }),
    'odata',
    `/history?$select=n&$orderby=${encodeURIComponent(orderBy)}`,
  );
  return body.value.map(({ n }) => n);
}

describe('numbers are compared exactly', () => {
  const large = ['9007199254740992', '9007199254740993', '9223372036854775807', '9223372036854775808', '1e30'];
  const decimals = ['0.1', '0.10000000000000000001', '1.10', '-1.2', '-1.25', '0', '1e-400', '-0.0'];
  it.each<[readonly string[], string, number[]]>([
    [large, 'p eq 9007199254740993', [1]],
    [large, 'p gt 9007199254740992', [1, 2, 3, 4]],
    [large, 'p gt 9223372036854775807', [3, 4]],
    [large, 'p le 9223372036854775807', [0, 1, 2]],
    [large, 'p eq 1000000000000000000000000000000', [4]],
    [large, 'p ge 9007199254740992.5', [1, 2, 3, 4]],
    [decimals, 'p eq 0.1', [0]],
    [decimals, 'p gt 0.1', [1, 2]],
    [decimals, 'p eq 1.1', [2]],
    [decimals, 'p lt -1.2', [4]],
    [decimals, 'p gt 0', [0, 1, 2, 6]],
    [decimals, 'p eq 0', [5, 7]],
    [decimals, 'not (p ge 0.10000000000000000001)', [0, 3, 4, 5, 6, 7]],
    // 64-bit whole numbers need no sort keys.
    [['1', '2', 'null'], 'p gt 1.5', [1]],
    [['1', '2', 'null'], 'p ge 1.5', [1]],
    [['1', '2', 'null'], 'p lt 1.5', [0]],
    [['-2', '-1', 'null'], 'p le -1.5', [0]],
    [['1', '2', 'null'], 'p eq 1.5', []],
    [['1', '2', 'null'], 'p ne 1.5', [0, 1, 2]],
    [['1', '2', 'null'], 'p lt 1e30', [0, 1]],
    [['1', '2', 'null'], 'p gt -1e30', [0, 1]],
    [['1', '2', 'null'], 'not (p gt 1e30)', [0, 1, 2]],
    [['1', '"1.5"', 'true', '1.5'], 'p eq 1.5', [3]],
    [['1', '"1.5"', 'true', '1.5'], "p eq '1.5'", [1]],
    [['1', '"1.5"', 'true', '1.5'], 'p eq true', [2]],
    [['1', '"1.5"', 'true', '1.5'], 'p eq null', []],
  ])('%j: %s', async (values, filter, expected) => expect(await matching(values, filter)).toEqual(expected));

  it('orders decimals and numbers of any length, nulls first', async () => {
    expect(await ordered(['1.5', '9007199254740993', '9007199254740992', 'null', '-0.5', '1.25'], 'p')).toEqual([
      3, 4, 5, 0, 2, 1,
    ]);
    expect(await ordered(['1.5', '"b"', 'true', '"a"', 'null', '10', 'false'], 'p')).toEqual([4, 6, 2, 0, 5, 3, 1]);
    expect(await ordered(['"b"', '"2026-01-02"', '1.5', '"2026-01-01T23:30Z"', 'true', '"2026"'], 'p desc')).toEqual([
      0, 5, 1, 3, 2, 4,
    ]);
  });

  it('also compares the numbers of jobs and connectors', async () => {
    const sandbox = openSandbox({
      data: readData(
        '{"jobs":[{"JobName":"a","RowVersion":9223372036854775809},{"JobName":"b","RowVersion":9223372036854775808}],"connectors":[{"connectorid":"x","port":1},{"connectorid":"y","port":1.0000000000000000001}]}',
      ),
    });
    const found = await runQuery(sandbox, 'SELECT JobName FROM jobs WHERE RowVersion > 9223372036854775808');
    expect(await found.json()).toEqual([{ JobName: 'a' }]);
    const { body } = await get(sandbox, 'odata', '/connectors?$filter=port%20gt%201&$select=connectorid');
    expect(body.value).toEqual([{ connectorid: 'y' }]);
  });
});

describe('numbers of a data file are served as they were written', () => {
  const text = '{"n":1.10,"e":1e3,"z":-0,"o":1.0,"long":123456789012345678901234567890.10,"int":12345678901234567890}';

  it('in records, in selected members and in status records', async () => {
    const sandbox = openSandbox({
      data: readData(
        `{"jobs":[{"JobName":"j","JobId":"j","x":{"deep":[1.50]}}],"history":[${text}],"jobStatus":{"j":[{"records_affected":3.0}]}}`,
      ),
    });
    expect((await get(sandbox, 'odata', '/history')).text).toBe(`{"value":[${text}]}`);
    expect((await get(sandbox, 'odata', '/history?$select=long,n')).text).toBe(
      '{"value":[{"long":123456789012345678901234567890.10,"n":1.10}]}',
    );
    expect((await get(sandbox, 'odata', "/jobs('j')")).text).toContain('{"deep":[1.50]}');
    expect((await get(sandbox, 'v2', '/v2/jobs/j/status')).text).toBe('[{"records_affected":3.0}]');
  });

  it('in status records next to those that a run adds', async () => {
    const sandbox = openSandbox({
      data: readData(
        '{"jobs":[{"JobName":"j","JobId":"j"}],"jobStatus":{"j":[{"records_affected":9007199254740993}]}}',
      ),
      life: {},
    });
    sandbox.life!.start('j', 'success');
    sandbox.clock.advance('1d');
    const { text: status } = await get(sandbox, 'v2', '/v2/jobs/j/status');
    expect(status).toMatch(/^\[\{"records_affected":9007199254740993\},\{"history_id":/);
  });
});

describe('a property whose values are timestamps compares as a date, whatever its name', () => {
  const utc = ['"2026-01-01T00:00:00.000Z"', '"2026-01-02T00:00:00.500Z"', 'null'];
  const zones = ['"2026-01-02T01:00:00+02:00"', '"2026-01-02"', '"2026-01-01T23:30Z"', '"soon"', '5'];
  it.each<[readonly string[], string, number[]]>([
    [utc, 'p gt 2026-01-01', [1]],
    [utc, 'p ge 2026-01-01', [0, 1]],
    [utc, 'p eq 2026-01-02T00:00:00.5Z', [1]],
    [utc, 'p lt 2026-01-02T00:00:00.5001Z', [0, 1]],
    [utc, 'p ge 2026-01-02T02:00:00.5+02:00', [1]],
    [utc, 'p ne 2026-01-01', [1, 2]],
    [utc, "contains(p,'01-02')", [1]],
    [zones, 'p ge 2026-01-01T23:30:00Z', [1, 2]],
    [zones, 'p eq 2026-01-01T23:00:00Z', [0]],
    [zones, 'p ne 2026-01-01T23:00:00Z', [1, 2, 3, 4]],
    [zones, "p eq 'soon'", [3]],
    [zones, 'p eq 5', [4]],
  ])('%j: %s', async (values, filter, expected) => expect(await matching(values, filter)).toEqual(expected));

  it('orders by the instant', async () =>
    expect(await ordered(['"2026-01-02T01:00:00+02:00"', '"2026-01-02"', 'null', '"2026-01-01T22:59Z"'], 'p')).toEqual([
      2, 3, 0, 1,
    ]));

  it('refuses a date for a property that is never one', async () => {
    const { status, body } = await get(openSandbox(), 'odata', '/history?$filter=details%20gt%202026-01-01');
    expect([status, body.error.message]).toEqual([
      400,
      "Property 'details' is a string; it cannot be used as a dateTimeOffset. Write the value in single quotes: 'text'.",
    ]);
  });

  it('keeps the comparison after a reset, and in a file that is opened again', async () => {
    const sandbox = openSandbox({ data: { history: [{ n: 1, RunStartDate: '2026-01-01' }] } });
    sandbox.reset();
    const { body } = await get(sandbox, 'odata', '/history?$filter=RunStartDate%20lt%202026-01-01T00:00:00.1Z');
    expect(body.value).toHaveLength(1);
  });
});
