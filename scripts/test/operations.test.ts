import * as auth from '@syncline/auth';
import { type Sandbox, createSandbox } from '@syncline/sandbox';
import { type OperationId, fields, operations } from '@syncline/openapi';
import cloud from '@syncline/openapi/documents/cloud.json' with { type: 'json' };
import odata from '@syncline/openapi/documents/odata.json' with { type: 'json' };
import v2 from '@syncline/openapi/documents/v2.json' with { type: 'json' };
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDocuments, operationsOf } from '../../packages/docs/scripts/pages/documents.ts';
import { signature } from '../../packages/docs/scripts/pages/signature.ts';
import { callText } from '../../packages/docs/src/try-it/call-text.ts';
import { curlText } from '../../packages/docs/src/try-it/call-text.ts';
import { makeCall } from '../../packages/docs/src/try-it/make-call.ts';
import { type Argument, isMethodOperation } from '../../packages/docs/src/try-it/operation.ts';
import { createClients } from '../tour/clients.ts';
import { type Clients, steps } from '../tour/steps.ts';

const root = join(import.meta.dirname, '../..');
const ids = Object.keys(operations) as OperationId[];
const methodOperations = Object.values(operations).filter(isMethodOperation);
const namedCalls = Object.values(operations).flatMap(({ call, otherCalls }): string[] => [call, ...otherCalls]);

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

/** Members of a client that can call every operation and therefore belong to no single one. */
const generalMembers = new Set(['raw', 'call']);

/** Every public method of a client, written as its call: `odata.jobs.get`. */
function methodsOf(name: string, client: object): readonly string[] {
  return Object.entries(client).flatMap(([member, value]): readonly string[] => {
    if (generalMembers.has(member)) return [];
    if (typeof value === 'function') return [`${name}.${member}`];
    return typeof value === 'object' && value !== null ? methodsOf(`${name}.${member}`, value) : [];
  });
}

const testSources = (name: string): string =>
  globSync(`packages/${name}/test/**/*.ts`, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

describe('the operations', () => {
  let sandbox: Sandbox;
  let clients: Clients;
  let close: () => Promise<void>;
  /**
   * For each argument, a value that exists in the sandbox. A new body field does not compile until it has a value here.
   */
  let values: Readonly<Record<Argument, string>>;

  beforeAll(async () => {
    sandbox = createSandbox();
    const service = await sandbox.listen({ port: 0 });
    clients = createClients(service);
    close = () => service.close();
    values = { ...sandbox.examples, query: 'SELECT connectorid FROM connectors' };
  });
  afterAll(() => close());

  /** The clients of an interface, one for each way to authenticate. */
  const clientsOf = (name: string): readonly object[] =>
    Object.entries(clients).flatMap(([key, client]) => (key.startsWith(`${name}By`) ? [client as object] : []));

  it('are the same in documents and tables', () => {
    expect(documented.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('name each public method of the clients exactly once, and no other', () => {
    const methods = [
      ...methodsOf('odata', clients.odataByKey),
      ...methodsOf('v2', clients.v2ByToken),
      ...methodsOf('cloud', clients.cloudByToken),
    ];
    expect(namedCalls.filter((call) => call.includes('.')).sort()).toEqual(methods.sort());
  });

  it('name a credential of @syncline/auth where the call is not a method', () => {
    const credentials = namedCalls.filter((call) => !call.includes('.'));
    expect(
      credentials.filter((call) => typeof Object.entries(auth).find(([name]) => name === call)?.[1] !== 'function'),
    ).toEqual([]);
  });

  it('are all called by the tour', () => {
    expect([...new Set(steps.map(({ operationId }) => operationId))].sort()).toEqual([...ids].sort());
  });

  it('are all in the Arazzo workflow of the sandbox', () => {
    const workflow = readFileSync(join(root, 'packages/sandbox/arazzo/operations.arazzo.yaml'), 'utf8');
    const named = [...workflow.matchAll(/operationId: \$sourceDescriptions\.\w+\.(\w+)/g)].map(([, id]) => id);
    expect(named.sort()).toEqual([...ids].sort());
  });

  it('all have a conformance vector', () => {
    const vectors = globSync('packages/openapi/conformance/*.json', { cwd: root }).flatMap(
      (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as { operation: string }[],
    );
    const tested = new Set(vectors.map(({ operation }) => operation));
    expect(methodOperations.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('all have code samples in TypeScript and curl', () => {
    const actions = globSync('packages/openapi/overlays/*.json', { cwd: root }).flatMap(
      (file) =>
        (
          JSON.parse(readFileSync(join(root, file), 'utf8')) as {
            actions: { target: string; update: { 'x-codeSamples': { lang: string }[] } }[];
          }
        ).actions,
    );
    const targets = ids.map((id) => `$.paths["${operations[id].path}"].${operations[id].method.toLowerCase()}`);
    expect(actions.map(({ target }) => target).sort()).toEqual(targets.sort());
    for (const { update } of actions)
      expect(update['x-codeSamples'].map(({ lang }) => lang)).toEqual(['typescript', 'shell']);
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

    it('names calls of one kind: methods of the client of its interface, or a credential', () => {
      const start = isMethodOperation(operation) ? `${operation.interface}.` : operation.call;
      for (const call of [operation.call, ...operation.otherCalls]) expect(call.startsWith(start)).toBe(true);
    });

    it('names a record whose fields are known', () => {
      const { record } = operation.response;
      if (record !== null) expect(Object.keys(fields[record]).length).toBeGreaterThan(0);
    });

    it('is called by the client and answered by the sandbox, however the client authenticates', async () => {
      const called = isMethodOperation(operation)
        ? [operation]
        : methodOperations.filter((other) => other.interface === operation.interface);
      for (const method of called)
        for (const client of clientsOf(method.interface)) await makeCall(client, method, values);
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

    it('is shown in the reference by its call and by a curl line', () => {
      const documents = loadDocuments();
      const document = documents[operation.interface];
      const page = operationsOf(operation.interface, document).find((located) => located.operation.operationId === id);
      expect(page && signature(document, page)).toContain(`${operation.call}(`);
      expect(callText(id, values)).toContain(`${operation.call}(`);
      expect(curlText(id, values)).toMatch(/^curl .*\/\w/s);
    });
  });
});
