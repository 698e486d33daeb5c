import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConsumer } from '../../src/index.ts';
import { createCertificates, http, https } from '../doctor/servers.ts';
import { temporaryFolder } from '../support/description-copy.ts';

const documentOf = (ref: string): string => `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses:
        '200': { description: Pets., content: { application/json: { schema: { $ref: '${ref}' } } } }
`;
const text = (body: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
  void response.end(body);

/** A server of this machine, and what was requested from it. */
async function internal() {
  const requested: string[] = [];
  const origin = await http((request, response) => {
    requested.push(request.url ?? '');
    response.end('type: object\nproperties: { internal: { type: string } }\n');
  });
  return { origin, requested };
}

async function failureOf(file: string): Promise<string> {
  return loadConsumer({ documents: [`pets=${file}`], overlays: [] }).then(
    () => 'it was loaded',
    (error: Error) => error.message,
  );
}

test('a document with https reaches no address without it, not even of this machine', async () => {
  // The certificate of the test is self-signed.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { origin, requested } = await internal();
  const { issued: pair, remove } = createCertificates();
  onTestFinished(remove);
  onTestFinished(() => void vi.unstubAllEnvs());
  const step = await https(pair, text(`$ref: '${origin}/step.yaml'\n`));
  const away = await https(pair, (_request, response) =>
    response.writeHead(302, { location: `${origin}/away.yaml` }).end(),
  );
  for (const ref of [`${origin}/direct.yaml`, `${step}/a.yaml`, `${away}/a.yaml`]) {
    const address = `${await https(pair, text(documentOf(ref)))}/pets.yaml`;
    expect(await failureOf(address)).toContain('must begin with https://, as the address that leads to it does');
  }
  expect(await failureOf(`${away}/a.yaml`)).toContain('must begin with https://');
  expect(requested).toEqual([]);
});

test('a document of this machine reaches others of this machine', async () => {
  const { origin, requested } = await internal();
  const file = join(await temporaryFolder(), 'pets.yaml');
  await writeFile(file, documentOf(`${origin}/a.yaml`));
  expect(await failureOf(file)).toBe('it was loaded');
  const address = await http(text(documentOf(`${origin}/b.yaml`)));
  expect(await failureOf(`${address}/pets.yaml`)).toBe('it was loaded');
  expect(new Set(requested)).toEqual(new Set(['/a.yaml', '/b.yaml']));
});
