import { operations } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { handlers } from '../../src/operations/operations.ts';
import { get, headersFor, openSandbox } from '../support/sandbox.ts';

describe('routes', () => {
  it('serve every operation of the documents', () =>
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(operations).sort()));

  it.each([
    ["/jobs('Nightly')", 'Nightly'],
    ['/jobs(%27Nightly%27)', 'Nightly'],
    ['/jobs%28%27Nightly%27%29', 'Nightly'],
    ["/%6aobs('Nightly')", 'Nightly'],
    ["/jobs('O''Brien%2F%C3%B6%20100%25')", "O'Brien/ö 100%"],
    ["/jobs('O%27%27Brien%2F%C3%B6%20100%25')", "O'Brien/ö 100%"],
  ])('%s is the job %s', async (path, name) => {
    const { status, body } = await get(openSandbox(), 'odata', path);
    expect([status, body.JobName]).toEqual([200, name]);
  });

  it('returns every digit of an int64, with and without $select', async () => {
    const sandbox = openSandbox();
    expect((await get(sandbox, 'odata', "/jobs('Nightly')")).text).toContain('"RowVersion":9007199254740993');
    expect((await get(sandbox, 'odata', "/jobs('Nightly')?$select=Label%23,RowVersion")).text).toBe(
      '{"Label#":"finance","RowVersion":9007199254740993}',
    );
  });

  it('returns bare arrays or an envelope, as configured', async () => {
    expect((await get(openSandbox({ envelope: 'array' }), 'odata', '/connectors?$select=connectorid')).text).toBe(
      '[{"connectorid":"shop"},{"connectorid":"crm"}]',
    );
    expect((await get(openSandbox(), 'odata', '/connectors?$select=connectorid')).text).toBe(
      '{"value":[{"connectorid":"shop"},{"connectorid":"crm"}]}',
    );
  });

  it.each([
    ['/v2/workspaces?sort=name', ['w2', 'w1']],
    ['/v2/workspaces?filter=is_default%20eq%20true', ['w1']],
    ['/v2/workspaces?filter=created_at%20lt%202025-06-01', ['w2']],
    ["/v2/workspaces?filter=startswith(id,'w')&sort=id%20desc", ['w2', 'w1']],
  ])('%s answers %j', async (path, ids) => {
    const { body } = await get(openSandbox(), 'v2', path);
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  });

  it('renames the query parameters of the workspaces', async () => {
    const sandbox = openSandbox({ v2: { filterParameter: '$filter', sortParameter: 'order_by', keyHeader: 'X-Key' } });
    expect((await get(sandbox, 'v2', "/v2/workspaces?$filter=id%20eq%20'w1'&order_by=id")).body).toMatchObject([
      { id: 'w1' },
    ]);
    expect((await get(sandbox, 'v2', "/v2/workspaces?filter=id%20eq%20'w1'")).status).toBe(400);
  });

  it.each([
    ['/v2/jobs/j1/status', 200, [{ history_id: 'h1', status: 'SUCCESS', records_affected: 3 }]],
    ['/v2/jobs/j%2F2/status', 200, []],
    ['/v2/transformations/t1/tasks/a%2Fb/history', 200, [{ task_id: 'a/b', status: 'SUCCESS', affected_rows: 4 }]],
    ['/v2/transformations/t1/tasks/empty/history', 200, []],
    ['/v2/jobs/none/status', 404, { code: 404, error: 'NotFound' }],
    ['/v2/transformations/t1/tasks/none/history', 404, { code: 404, error: 'NotFound' }],
    ['/v2/jobs//status', 404, { code: 404 }],
    ['/v2/jobs/status', 404, { code: 404 }],
    ['/v2/workspaces/', 404, { code: 404 }],
    ['/v2/jobs/%ff/status', 400, { code: 400, error: 'BadRequest' }],
    ['/v2/workspaces?Filter=x', 400, { code: 400, error: 'BadRequest' }],
    ['/v2/workspaces?$filter=x', 400, { code: 400, error: 'BadRequest' }],
    ['/v2/workspaces?@authtoken=x', 400, { code: 400, error: 'BadRequest' }],
    ['/v2/workspaces?filter=nothing%20eq%201', 400, { code: 400 }],
  ])('%s responds with %i', async (path, status, body) => {
    const answer = await get(openSandbox(), 'v2', path);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toEqual(body);
    else expect(answer.body).toMatchObject({ ...body, message: expect.any(String) as string });
  });

  it.each([
    ["/jobs('None')", 404, 'NotFound'],
    ['/jobs', 404, 'NotFound'],
    ['/nothing', 404, 'NotFound'],
    ['', 404, 'NotFound'],
    ["/jobs('O'Brien')", 400, 'BadRequest'],
    ['/jobs(1)', 400, 'BadRequest'],
    ["/jobs('a%ff')", 400, 'BadRequest'],
    ["/jobs('Nightly')?$filter=a%20eq%201", 400, 'BadRequest'],
    ["/jobs('Nightly')?$select=Nothing", 400, 'BadRequest'],
    ["/jobs('Nightly')?$select=", 400, 'BadRequest'],
    ['/history?$top=1', 400, 'BadRequest'],
    ['/history?filter=a', 400, 'BadRequest'],
    ['/history?$filter=', 400, 'BadRequest'],
    ['/history?$filter=connectorid%20eq%20%27shop%27&$filter=true', 400, 'BadRequest'],
    ['/history?$filter=connectorid%20eq%201', 400, 'BadRequest'],
    ['/history?$filter=records%20eq%20%27a%27', 400, 'BadRequest'],
    ['/history?$filter=contains(runstartdate,%27a%27)', 400, 'BadRequest'],
    ['/history?$filter=1%20eq%20%27a%27', 400, 'BadRequest'],
    ['/history?$filter=1%20eq%201', 400, 'BadRequest'],
    ["/history?$filter='details'%20eq%20'x'", 400, 'BadRequest'],
    ['/history?$filter=true%20eq%20true', 400, 'BadRequest'],
    ['/history?$filter=runstartdate%20gt%20%272026-01-01%27', 400, 'BadRequest'],
    ['/history?$filter=nothing%20eq%20null', 400, 'BadRequest'],
    ['/history?$filter=%ff', 400, 'BadRequest'],
    ['/history?$orderby=nothing', 400, 'BadRequest'],
    ['/history?$orderby=connectorid%20up', 400, 'BadRequest'],
    ['/history?$select=nothing', 400, 'BadRequest'],
    [`/history?$filter=${'('.repeat(2000)}true${')'.repeat(2000)}`, 400, 'BadRequest'],
  ])('%s is rejected with %i %s', async (path, status, code) => {
    const answer = await get(openSandbox(), 'odata', path);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/./) as string } });
  });

  it.each([
    [
      "runstartdate gt '2026-01-01'",
      ' it cannot be used as a string. Write the date without quotes: 2026-01-31T00:00:00Z.',
    ],
    ["records eq '5'", ' it cannot be used as a string. Write the value without quotes.'],
    ['details eq 5', " it cannot be used as a number. Write the value in single quotes: 'text'."],
    ["detials eq 'x'", "There is no property 'detials' here. Did you mean 'details'?"],
    ["Details eq 'x'", "There is no property 'Details' here. Did you mean 'details'?"],
    ["detail eq 'x'", "There is no property 'detail' here. Did you mean 'details'?"],
    ["other eq 'x'", "There is no property 'other' here. Known: "],
  ])('says what to write instead of %s', async (filter, message) => {
    const { body } = await get(openSandbox(), 'odata', `/history?$filter=${encodeURIComponent(filter)}`);
    expect(body.error.message).toContain(message);
  });

  it('applies a filter as large as the parser accepts', async () => {
    const chain = Array.from({ length: 250 }, (_, n) => `n eq ${n}`).join(' or ');
    const deep = `${'not ('.repeat(48)}n eq 1${')'.repeat(48)}`;
    const sandbox = openSandbox({ data: { history: [{ n: 1 }, { n: 300 }] } });
    for (const filter of [chain, deep])
      expect((await get(sandbox, 'odata', `/history?$filter=${encodeURIComponent(filter)}`)).body.value).toEqual([
        { n: 1 },
      ]);
  });

  it.each([
    ['odata', '/history'],
    ['v2', '/v2/workspaces'],
    ['cloud', '/api/query'],
    ['auth', '/oauth/token'],
  ] as const)('%s%s lists the allowed methods', async (name, path) => {
    const sandbox = openSandbox();
    const response = await sandbox.fetch(sandbox.urls[name] + path, {
      method: 'DELETE',
      headers: name === 'auth' ? {} : headersFor(sandbox, name),
    });
    expect([response.status, response.headers.get('allow')]).toEqual([
      405,
      name === 'odata' || name === 'v2' ? 'GET' : 'POST',
    ]);
  });
});

describe('a query that the specification does not allow', () => {
  const plus = '/history?$filter=connectorid+eq+%27shop%27';
  const unknown = '/connectors?workspaceId=default&x=%2B&x=2';

  it('is read as real clients mean it: a plus sign is a space, and an unknown parameter is ignored and logged', async () => {
    const sandbox = openSandbox();
    expect((await get(sandbox, 'odata', plus)).body.value).toHaveLength(2);
    expect((await get(sandbox, 'odata', '/history?$filter=details+eq+%273+tables%27')).body.value).toHaveLength(1);
    expect((await get(sandbox, 'odata', unknown)).body.value).toHaveLength(2);
    expect((await get(sandbox, 'v2', '/v2/workspaces?page=1')).status).toBe(200);
    expect(sandbox.requests.map(({ ignored }) => ignored)).toEqual([
      undefined,
      undefined,
      ['workspaceId', 'x'],
      ['page'],
    ]);
  });

  it('is refused by a strict sandbox', async () => {
    const sandbox = openSandbox({ strict: true });
    expect((await get(sandbox, 'odata', plus)).body.error.message).toContain('connectorid+eq');
    expect((await get(sandbox, 'odata', unknown)).body.error.message).toBe(
      "There is no query parameter 'workspaceId' here.",
    );
    expect((await get(sandbox, 'v2', '/v2/workspaces?page=1')).status).toBe(400);
  });

  it.each([
    {},
    { strict: true },
  ])('names the place of a mistake with a caret, and never ignores a filter: %j', async (options) => {
    const sandbox = openSandbox(options);
    const wrong = await get(sandbox, 'odata', "/history?$filter=details%20eq%20'x");
    expect(wrong.body.error.message).toContain("\n  details eq 'x\n               ^");
    for (const query of ['filter=a', '$Filter=a', '$top=1', '@other=1', '$select=details&$select=details'])
      expect((await get(sandbox, 'odata', `/history?${query}`)).status, query).toBe(400);
    const { body } = await get(sandbox, 'v2', '/v2/workspaces?FILTER=x');
    expect(body.message).toBe("There is no query parameter 'FILTER' here. Did you mean 'filter'?");
  });

  it.each([
    ['/odata/jobs/history', "There is no such resource. Below /odata are /jobs('{JobName}'), /history, /connectors."],
    ['/api/history', 'There is no such resource. The interfaces are /odata, '],
  ])('lists the paths that exist instead of %s', async (path, message) => {
    const { fetch, urls } = openSandbox();
    const response = await fetch(new URL(path, urls.odata));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(message);
  });

  it.each([
    ['x-acm-authtoken', ' The header x-acm-authtoken was sent: did you mean x-acme-authtoken?'],
    ['x-request-id', ''],
    ['authorization', ''],
  ])('names the header that looks like %s', async (name, hint) => {
    const { fetch, urls } = openSandbox();
    const response = await fetch(`${urls.odata}/history`, { headers: { [name]: 'k' } });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain(`No credential was sent.${hint} Accepted here`);
  });
});
