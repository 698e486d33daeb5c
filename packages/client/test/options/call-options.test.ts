import { rawFilter } from '@syncline/odata';
import { describe, expect, it } from 'vitest';
import { createODataClient, createV2Client } from '../../src/index.ts';
import { inProcess, json } from '../support/in-process.ts';

const filter = rawFilter("connectorid eq 'a'");

describe('an option of a call that JavaScript sets to a wrong value', () => {
  const { options, asked } = inProcess([json([])]);
  const odata = createODataClient(options);
  const names = { workspacesFilterParameter: 'filter', workspacesSortParameter: 'sort' };
  const { workspaces } = createV2Client({ ...options, ...names });
  const calls: Record<string, (value: never) => PromiseLike<unknown>> = {
    'filter of a list': (value) => odata.history.list({ filter: value }),
    'filter of a stream': (value) => odata.history.stream({ filter: value }).next(),
    'select of a list': (value) => odata.history.list({ select: value }),
    'orderBy of a list': (value) => odata.history.list({ orderBy: value }),
    'split of a list': (value) => odata.history.list({ filter, split: value }),
    'split of a stream': (value) => odata.history.stream({ filter, split: value }).next(),
    'pages of a list': (value) => odata.history.list({ pages: value }),
    'filter of the workspaces': (value) => workspaces.list({ filter: value }),
    'sort of the workspaces': (value) => workspaces.list({ sort: value }),
  };

  it.each(
    Object.keys(calls).flatMap((name) =>
      [5, {}, name.startsWith('split') ? 'false' : null].map((value) => [name, value]),
    ),
  )('%s: refuses %j before anything is sent', async (name, value) => {
    const option = (name as string).split(' ')[0];
    await expect(calls[name as string]!(value as never)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(new RegExp(`^${option} must `)),
    });
    expect(asked).toEqual([]);
  });
});
