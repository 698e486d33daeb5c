import { createSandbox, type Sandbox } from '@syncline/sandbox';
import { fields, type OperationId, operations } from '@syncline/openapi';
import cloud from '@syncline/openapi/documents/cloud.json' with { type: 'json' };
import odata from '@syncline/openapi/documents/odata.json' with { type: 'json' };
import v2 from '@syncline/openapi/documents/v2.json' with { type: 'json' };
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClients } from '../tour/clients.ts';
import type { Clients } from '../tour/steps.ts';

const root = join(import.meta.dirname, '../..');
const ids = Object.keys(operations) as OperationId[];

/** The eight calls. The type makes a ninth operation without a call fail to compile. */
const calls: Record<OperationId, (clients: Clients) => Promise<unknown>> = {
  getJob: ({ odataByKey }) => odataByKey.jobs.get('CRM to Warehouse'),
  listHistory: ({ odataByQuery }) => odataByQuery.history.list({ filter: (h) => h.details.contains('Failed') }),
  listConnectors: ({ odataByPassword }) => odataByPassword.connectors.list(),
  listWorkspaces: ({ v2ByToken }) => v2ByToken.workspaces.list(),
  listTaskHistory: ({ v2ByToken }) => v2ByToken.transformations.taskHistory('trf_8db6a627', 'task_1_stage'),
  listJobStatus: ({ v2ByPassword }) => v2ByPassword.jobs.status('job_be7aab05'),
  runQuery: ({ cloudByToken }) => cloudByToken.query('SELECT connectorid FROM connectors'),
  createToken: ({ cloudByService }) => cloudByService.query('SELECT connectorid FROM connectors'),
};

interface Documented {
  readonly operationId?: string;
}

const documented = [odata, v2, cloud].flatMap((document) =>
  Object.entries(document.paths as Record<string, Record<string, Documented>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation?.operationId ? [{ id: operation.operationId, method: method.toUpperCase(), path }] : [],
    ),
  ),
);

const testSources = (name: string): string =>
  globSync(`packages/${name}/test/**/*.ts`, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

describe('the eight operations', () => {
  let sandbox: Sandbox;
  let clients: Clients;
  let close: () => Promise<void>;

  beforeAll(async () => {
    sandbox = createSandbox();
    const service = await sandbox.listen({ port: 0 });
    clients = createClients(service);
    close = () => service.close();
  });
  afterAll(() => close());

  it('are eight, and the same in documents and tables', () => {
    expect(ids).toHaveLength(8);
    expect(documented.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  describe.each(ids)('%s', (id) => {
    const operation = operations[id];

    it('has the method and path of its document in the table', () => {
      expect(documented.find((entry) => entry.id === id)).toEqual({
        id,
        method: operation.method,
        path: operation.path,
      });
    });

    it('names a record whose fields are known', () => {
      const { record } = operation.response;
      if (record !== null) expect(Object.keys(fields[record]).length).toBeGreaterThan(0);
    });

    it('is called by the client and answered by the sandbox', async () => {
      await calls[id](clients);
      const seen = sandbox.requests.filter((request) => request.operationId === id);
      expect(seen.map(({ method, status }) => `${method} ${status}`)).toContain(`${operation.method} 200`);
    });

    it('is named by tests of the sandbox and of the client', () => {
      const named = (name: string) => testSources(name).includes(id);
      expect({ sandbox: named('sandbox'), client: named('client') || named('auth') }).toEqual({
        sandbox: true,
        client: true,
      });
    });

    it('has a page in the reference', () => {
      expect(existsSync(join(root, 'packages/docs'))).toBe(true);
      const pages = globSync('packages/docs/src/**/*.{ts,astro,md,mdx,mjs}', { cwd: root }).map((file) =>
        readFileSync(join(root, file), 'utf8'),
      );
      expect(pages.some((page) => page.includes(id) || page.includes('documents/'))).toBe(true);
    });
  });
});
