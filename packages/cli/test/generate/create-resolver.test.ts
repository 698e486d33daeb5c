import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchDocument } from '../../src/generate/create-resolver.ts';
import { generateFiles, loadConsumer } from '../../src/index.ts';
import { temporaryFolder } from '../support/description-copy.ts';

type Route = (response: import('node:http').ServerResponse, headers: import('node:http').IncomingHttpHeaders) => void;

/** A server on loopback. */
async function serve(routes: Readonly<Record<string, Route>>): Promise<string> {
  const server = createServer((request, response) => {
    const route = routes[(request.url ?? '').replace(/\?.*/, '')];
    if (route) route(response, request.headers);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const text =
  (body: string): Route =>
  (response) =>
    response.end(body);

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses:
        '200': { description: Pets., content: { application/json: { schema: { $ref: './schemas/Pet.yaml' } } } }
`;
const PET = 'type: object\nproperties: { name: { type: string } }\n';

test('a document is fetched with what it refers to, and generated', async () => {
  const origin = await serve({ '/api/pets.yaml': text(DOCUMENT), '/api/schemas/Pet.yaml': text(PET) });
  const loaded = await loadConsumer({ documents: [`pets=${origin}/api/pets.yaml?token=secret`], overlays: [] });
  expect(loaded[0]?.file).toBe(`${origin}/api/pets.yaml`);
  expect(generateFiles(loaded).get('src/records.gen.ts')).toContain('export interface Pet');
});

test('an overlay applies to a fetched document by the name of its file', async () => {
  const origin = await serve({
    '/pets.yaml': text(DOCUMENT.replace('./schemas/Pet.yaml', './Pet.yaml')),
    '/Pet.yaml': text(PET),
  });
  const overlay = join(await temporaryFolder(), 'ours.yaml');
  await writeFile(
    overlay,
    "overlay: 1.0.0\ninfo: { title: a, version: '1' }\nextends: pets.yaml\nactions:\n  - target: $.paths['/pets'].get\n    update: { operationId: listPets }\n",
  );
  const loaded = await loadConsumer({ documents: [`pets=${origin}/pets.yaml`], overlays: [overlay] });
  expect(generateFiles(loaded).get('src/operations.gen.ts')).toContain('export const listPets');
});

test.each<[string, string, RegExp]>([
  [
    'a missing document',
    '/absent.yaml?token=secret',
    /^http:\S+\/absent\.yaml cannot be fetched: the server responded with 404$/,
  ],
  ['a redirect to a place without TLS', '/away', /must begin with https:\/\//],
  ['redirects without end', '/round', /redirects more than 5 times/],
])('%s: one line that names the address without its query', async (_title, path, says) => {
  const origin = await serve({
    '/away': (response) => response.writeHead(302, { location: 'http://example.invalid/pets.yaml' }).end(),
    '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  });
  const failure = await loadConsumer({ documents: [`pets=${origin}${path}`], overlays: [] }).catch(
    (error: Error) => error,
  );
  expect((failure as Error).message).toMatch(says);
  expect((failure as Error).message).not.toContain('secret');
});

test('an address without TLS and one with a password are refused, and the password is not shown', async () => {
  const load = (address: string) =>
    loadConsumer({ documents: [`pets=${address}`], overlays: [] }).then(
      () => '',
      (error: Error) => error.message,
    );
  expect(await load('http://example.invalid/pets.yaml')).toMatch(/must begin with https:\/\//);
  const message = await load('https://ada:secret@example.invalid/pets.yaml');
  expect(message).toMatch(/^https:\/\/example\.invalid\/pets\.yaml must not contain a password/);
  expect(message).not.toContain('secret');
});

test('a document that is too large is not read to its end', async () => {
  const origin = await serve({
    '/large': (response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1 << 16), () => setImmediate(more));
      };
      more();
    },
  });
  await expect(fetchDocument(`${origin}/large`, {}, { maxBytes: 1 << 20 })).rejects.toThrow(/is larger than 1 MiB/);
});

test('a document that does not arrive is abandoned', async () => {
  const origin = await serve({ '/silent': () => {} });
  await expect(fetchDocument(`${origin}/silent`, {}, { timeout: 1 })).rejects.toThrow(/did not arrive within 0.001 s/);
});

test('a header for one server does not follow a redirect to another', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve({
    '/doc': (response, headers) => {
      seen.push(headers['x-key'] as string | undefined);
      response.end('ok');
    },
  });
  const origin = await serve({
    '/near': (response) => response.writeHead(307, { location: '/here' }).end(),
    '/here': (response, headers) => {
      seen.push(headers['x-key'] as string | undefined);
      response.writeHead(302, { location: `${other}/doc` }).end();
    },
  });
  expect(await (await fetchDocument(`${origin}/near`, { headers: { 'x-key': 'k' } })).text()).toBe('ok');
  expect(seen).toEqual(['k', undefined]);
});

test('five redirects are followed, also if the server sends a status without an address', async () => {
  const hop =
    (to: string): Route =>
    (response) =>
      response.writeHead(303, { location: to }).end();
  const origin = await serve({
    '/1': hop('2'),
    '/2': hop('/3'),
    '/3': hop('4'),
    '/4': hop('5'),
    '/5': hop('6'),
    '/6': text('here'),
    '/304': (response) => response.writeHead(304).end(),
    '/201': (response) => response.writeHead(201, { location: '/6' }).end('created'),
  });
  expect(await (await fetchDocument(`${origin}/1`)).text()).toBe('here');
  await expect(fetchDocument(`${origin}/304`)).rejects.toThrow('cannot be fetched: the server responded with 304');
  expect(await (await fetchDocument(`${origin}/201`)).text()).toBe('created');
});

test('a document of exactly the maximum size is read, and an unreachable server is named with the cause', async () => {
  const origin = await serve({ '/doc': text('x'.repeat(100)) });
  expect(await (await fetchDocument(`${origin}/doc`, {}, { maxBytes: 100 })).text()).toHaveLength(100);
  await expect(fetchDocument(`${origin}/doc`, {}, { maxBytes: 99 })).rejects.toThrow(
    /^is larger than .* MiB\. Download/,
  );
  await expect(fetchDocument('http://127.0.0.1:9/doc')).rejects.toThrow(/^fetch failed: .+/);
});

test.each([
  'http://localhost.example.com/a',
  'http://127.0.0.1.example.com/a',
  'http://10.127.0.0.1/a',
  'ftp://a.invalid/a',
])('%s is not on this machine, and is refused', (address) =>
  expect(fetchDocument(address)).rejects.toThrow(/must begin with https|Invalid URL/));
