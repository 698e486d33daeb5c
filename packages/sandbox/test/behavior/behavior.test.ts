import { describe, expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/index.ts';
import { get, headersFor, openSandbox } from '../support/sandbox.ts';

const job = { JobName: 'Nightly', JobId: 'j1', Source: 'shop' };
const start = '2026-03-01T00:00:00Z';

/** A sandbox with one job, which the test starts. */
const running = (behavior: NonNullable<SandboxOptions['behavior']>) => {
  const sandbox = openSandbox({ data: { jobs: [job] }, life: {}, clock: { start }, behavior });
  const rows = async () => (await get(sandbox, 'odata', '/history')).body.value;
  const statuses = async () => (await rows()).map(({ status }) => status);
  return { sandbox, rows, statuses };
};
const ten = Array.from({ length: 10 }, (_, n) => ({ n, runstartdate: `2026-02-${10 + n}T00:00:00Z` }));
const numbers = (rows: readonly object[]): unknown[] => rows.map((row) => (row as { n: number }).n);

describe('the behavior of the service', () => {
  it.each([
    [{ appear: 'never' }, 'behavior.appear must be start or end, found "never"'],
    [{ lateUpdates: 'soon' }, /^behavior\.lateUpdates must be a duration such as "90s"/],
    [{ retention: -1 }, /^behavior\.retention must be a duration/],
    [{ pageCap: 0 }, 'behavior.pageCap must be a whole number above 0, found 0'],
    [{ nextLink: true }, 'behavior.nextLink needs a pageCap: without one, there is no next page'],
    [{ pageCap: '3' }, 'behavior.pageCap must be a whole number above 0, found "3"'],
    [{ duplicates: '0.5' }, 'behavior.duplicates must be a number from 0 to 1, found "0.5"'],
    [{ duplicates: null }, 'behavior.duplicates must be a number from 0 to 1, found null'],
    [{ clockOffset: null }, /^behavior\.clockOffset must be a duration/],
    [{ clockOffset: true }, /^behavior\.clockOffset must be a duration/],
    [{ duplicates: 2 }, 'behavior.duplicates must be a number from 0 to 1, found 2'],
    [{ zoneless: 'Mars' }, /^behavior\.zoneless must be a time zone such as UTC/],
    [{ filter: 'drop' }, 'behavior.filter must be apply or refuse or ignore, found "drop"'],
    [{ sorted: true }, /^behavior\.sorted is not an option: use appear, /],
  ])('%j is refused', (behavior, message) =>
    expect(() => createSandbox({ behavior: behavior as object })).toThrow(message));

  it('shows a history record only when its run has ended', async () => {
    const { sandbox, statuses } = running({ appear: 'end' });
    sandbox.life!.start('Nightly', 'success');
    expect(await statuses()).toEqual([]);
    expect((await get(sandbox, 'v2', '/v2/jobs/j1/status')).body).toMatchObject([{ status: 'RUNNING' }]);
    sandbox.clock.advance('1d');
    expect(await statuses()).toEqual(['SUCCESS']);
  });

  it('shows the end of a run with a delay', async () => {
    const { sandbox, statuses } = running({ lateUpdates: '2h' });
    sandbox.life!.start('Nightly', 'failed');
    sandbox.clock.advance('1h');
    expect(await statuses()).toEqual(['RUNNING']);
    expect((await get(sandbox, 'v2', '/v2/jobs/j1/status')).body).toMatchObject([{ status: 'FAILED' }]);
    sandbox.clock.advance('2h');
    expect(await statuses()).toEqual(['FAILED']);
  });

  it('adds a record late and complete if both are set', async () => {
    const { sandbox, statuses } = running({ appear: 'end', lateUpdates: '2h' });
    sandbox.life!.start('Nightly', 'failed');
    sandbox.clock.advance('1h');
    expect(await statuses()).toEqual([]);
    sandbox.clock.advance('2h');
    expect(await statuses()).toEqual(['FAILED']);
  });

  it('forgets the history after its retention', async () => {
    const sandbox = openSandbox({
      data: { history: [...ten, { n: 99 }] },
      clock: { start: '2026-02-17T00:00:00Z' },
      behavior: { retention: '2d' },
    });
    const rows = async () => numbers((await get(sandbox, 'odata', '/history?$filter=n%20ge%200')).body.value);
    expect(await rows()).toEqual([99, 5, 6, 7, 8, 9]);
    sandbox.clock.advance('3d');
    expect(await rows()).toEqual([99, 8, 9]);
  });

  it('limits a response without notice', async () => {
    const sandbox = openSandbox({ data: { history: ten }, behavior: { pageCap: 4 } });
    const { body } = await get(sandbox, 'odata', '/history?$orderby=n%20desc&$select=n');
    expect(body).toEqual({ value: [{ n: 9 }, { n: 8 }, { n: 7 }, { n: 6 }] });
    expect((await get(sandbox, 'odata', '/history?$skiptoken=4')).status).toBe(400);
  });

  it.each(['value', 'array'] as const)('links to the next page, in the envelope %s', async (envelope) => {
    const sandbox = openSandbox({ data: { history: ten }, envelope, behavior: { pageCap: 4, nextLink: true } });
    const { credentials } = sandbox;
    let url = `${sandbox.urls.odata}/history?@authtoken=${credentials.apiKey.value}&$filter=n+ge+1&$orderby=n%20desc`;
    const seen: unknown[] = [];
    for (let page = 0; page < 3; page++) {
      const response = await sandbox.fetch(url, page === 0 ? {} : { headers: headersFor(sandbox, 'odata') });
      const body = (await response.json()) as { value: object[]; '@odata.nextLink'?: string } | object[];
      seen.push(...numbers(Array.isArray(body) ? body : body.value));
      const link = Array.isArray(body)
        ? /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
        : body['@odata.nextLink'];
      expect(link === undefined).toBe(page === 2);
      expect(String(link)).not.toContain(credentials.apiKey.value);
      if (link !== undefined) url = new URL(link, url).href;
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect((await get(sandbox, 'odata', '/history?$skiptoken=x')).status).toBe(400);
  });

  it('sends records twice and shuffled, the same each time', async () => {
    const sandbox = openSandbox({ data: { history: ten }, behavior: { duplicates: 0.5, shuffle: true } });
    const read = async (path: string) => numbers((await get(sandbox, 'odata', path)).body.value);
    const rows = await read('/history');
    expect(rows.length).toBeGreaterThan(10);
    expect([...new Set(rows)].sort()).toEqual(numbers(ten));
    expect(rows).not.toEqual([...rows].sort());
    expect(await read('/history')).toEqual(rows);
    const ordered = await read('/history?$orderby=n');
    expect(ordered).toEqual([...ordered].sort());
  });

  it('divides repeated records into pages, with the selected properties', async () => {
    const behavior = { duplicates: 1, pageCap: 8, nextLink: true };
    const sandbox = openSandbox({ data: { history: ten }, behavior });
    const pages = await Promise.all(
      [0, 8, 16].map((skip) => get(sandbox, 'odata', `/history?$select=n&$skiptoken=${skip}`)),
    );
    const twice = ten.flatMap(({ n }) => [{ n }, { n }]);
    expect(pages.map(({ body }) => body.value)).toEqual([twice.slice(0, 8), twice.slice(8, 16), twice.slice(16)]);
    expect(pages.map(({ body }) => '@odata.nextLink' in body)).toEqual([true, true, false]);
  });

  it('moves its clock, its records and its Date header', async () => {
    const sandbox = openSandbox({
      data: { jobs: [job] },
      life: {},
      clock: { start },
      behavior: { clockOffset: '-2h' },
    });
    sandbox.life!.start('Nightly', 'success');
    const response = await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: headersFor(sandbox, 'odata') });
    expect(response.headers.get('date')).toBe('Sat, 28 Feb 2026 22:00:00 GMT');
    expect(await response.json()).toMatchObject({ value: [{ runstartdate: '2026-02-28T22:00:00.000Z' }] });
  });

  it.each([
    ['UTC', ['2026-03-29T00:59:59.5', '2026-03-29T01:00:00']],
    ['+02:00', ['2026-03-29T02:59:59.5', '2026-03-29T03:00:00']],
    ['Europe/Berlin', ['2026-03-29T01:59:59.5', '2026-03-29T03:00:00']],
  ])('writes timestamps as local times of %s', async (zoneless, times) => {
    const history = ['2026-03-29T00:59:59.5Z', '2026-03-29T01:00:00Z'].map((runstartdate) => ({
      runstartdate,
      details: 'at 2026-03-29T01:00:00Z',
    }));
    const sandbox = openSandbox({ data: { history }, behavior: { zoneless } });
    const { body } = await get(sandbox, 'odata', '/history?$filter=runstartdate%20ge%202026-03-29T00:59:00Z');
    expect(body.value.map(({ runstartdate }) => runstartdate)).toEqual(times);
    expect(body.value[0]!.details).toBe('at 2026-03-29T01:00:00Z');
  });

  it('refuses or ignores $filter, and ignores $orderby', async () => {
    const filter = '$filter=n%20gt%208';
    const refusing = await get(
      openSandbox({ data: { history: ten }, behavior: { filter: 'refuse' } }),
      'odata',
      `/history?${filter}`,
    );
    expect([refusing.status, refusing.body.error.message]).toEqual([400, 'This service does not support $filter.']);
    const ignoring = openSandbox({ data: { history: ten }, behavior: { filter: 'ignore', orderBy: 'ignore' } });
    for (const query of [filter, '$filter=((', '$orderby=n%20desc', '$orderby=nothing'])
      expect(numbers((await get(ignoring, 'odata', `/history?${query}`)).body.value), query).toEqual(numbers(ten));
  });
});
