import { inspect } from 'node:util';
import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client, isConfigError } from '../../src/index.ts';

const good = { baseUrl: 'http://localhost:1/app', credential: basic({ username: 'ada', password: 'c4nary' }) };

describe('the options of a client', () => {
  it.each([
    [{ baseUrl: undefined }, 'baseUrl'],
    [{ baseUrl: '' }, 'baseUrl'],
    [{ baseUrl: 'c4nary' }, 'baseUrl'],
    [{ baseUrl: 'https://ada:c4nary@example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://example.com?key=c4nary' }, 'baseUrl'],
    [{ baseUrl: 'https://example.com#c4nary' }, 'baseUrl'],
    [{ baseUrl: 'ftp://example.com' }, 'baseUrl'],
    [{ baseUrl: 'http://example.com' }, 'baseUrl'],
    [{ credential: undefined }, 'credential'],
    [{ credential: 'c4nary' }, 'credential'],
    [{ credential: { apply: () => {} } }, 'credential'],
    [{ timeout: -1 }, 'timeout'],
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: 1.5 }, 'timeout'],
    [{ timeout: '5' }, 'timeout'],
    [{ timeout: 2 ** 31 }, 'timeout'],
    [{ deadline: Number.NaN }, 'deadline'],
    [{ retry: 1.5 }, 'retry'],
    [{ retry: -1 }, 'retry'],
    [{ retry: true }, 'retry'],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes'],
    [{ undecodable: 'ignore' }, 'undecodable'],
    [{ allowInsecureHttp: 'yes' }, 'allowInsecureHttp'],
    [{ fetch: 'c4nary' }, 'fetch'],
    [{ onEvent: {} }, 'onEvent'],
    [{ random: 4 }, 'random'],
    [{ retires: 3 }, 'retires'],
    [{ headers: { 'x-key': 'c4nary' } }, 'headers'],
    [{ workspacesFilterParameter: 'filter' }, 'workspacesFilterParameter'],
  ])('refuses %j', (change, option) => {
    const options = { ...good, ...change } as never;
    const error = thrownBy(() => createODataClient(options));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', option });
    expect(isConfigError(error)).toBe(true);
    expect(inspect(error)).not.toContain('c4nary');
  });
  it.each([undefined, null, 'https://example.com'])('refuses %j in place of options', (options) =>
    expect(thrownBy(() => createODataClient(options as never))).toMatchObject({ option: 'options' }));
  it('takes http with allowInsecureHttp, and slashes at the end', () => {
    expect(createODataClient({ ...good, baseUrl: 'http://example.com//', allowInsecureHttp: true }).raw).toBeDefined();
  });
  it.each([
    { workspacesFilterParameter: 'a b' },
    { workspacesSortParameter: '' },
    { workspacesSortParameter: 'a&b' },
  ])('refuses %j', (change) =>
    expect(thrownBy(() => createV2Client({ ...good, ...change }))).toMatchObject({
      code: 'CONFIG_INVALID',
      option: Object.keys(change)[0],
    }));
  it('shows no secret when a client is inspected', () => {
    for (const client of [createODataClient(good), createV2Client(good), createCloudClient(good)]) {
      const shown = inspect(client, { depth: 20, showHidden: true }) + JSON.stringify(client);
      expect(shown).not.toContain('c4nary');
      expect(shown).not.toContain(btoa('ada:c4nary'));
    }
  });
});

describe('the options of a call', () => {
  const odata = createODataClient(good);
  it.each([
    { timeout: -1 },
    { deadline: 1.5 },
    { retry: 1.5 },
  ])('refuses %j before anything is sent', async (change) => {
    await expect(odata.history.list(change)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: Object.keys(change)[0],
    });
    await expect(odata.history.stream(change).next()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
  it.each(['', undefined])('refuses the name %j', (name) =>
    expect(odata.jobs.get(name as string)).rejects.toMatchObject({ code: 'CONFIG_INVALID', option: 'JobName' }));
  it('refuses a raw call without its path parameter', () =>
    expect(odata.raw.GET("/jobs('{JobName}')", {} as never)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'JobName',
    }));
  it('refuses to take the credential to another origin', () =>
    expect(odata.raw.GET('/history', { baseUrl: 'http://localhost:2' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'baseUrl',
    }));
  it('names the option that a workspaces filter needs', async () => {
    const v2 = createV2Client(good);
    await expect(v2.workspaces.list({ filter: 'x' })).rejects.toMatchObject({ option: 'workspacesFilterParameter' });
    await expect(v2.workspaces.list({ sort: 'x' })).rejects.toMatchObject({ option: 'workspacesSortParameter' });
  });
  it('refuses a filter that cannot be read', () =>
    expect(odata.history.list({ filter: "a eq 'b'" as never })).rejects.toMatchObject({ code: 'CONFIG_INVALID' }));
  it.each(['', undefined])('refuses the query %j', (text) =>
    expect(createCloudClient(good).query(text as string)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'query',
    }));
});

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};
