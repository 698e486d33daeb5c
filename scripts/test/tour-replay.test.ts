// Why: a replayed session must give the same results as the recorded one. The tour makes every call, with every kind of
// credential.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientOptions } from '@syncline/client';
import { createRecorder } from '@syncline/client/recorder';
import { operations } from '@syncline/openapi';
import { createSandbox, type HarRecording } from '@syncline/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { createClients, type Service, tourSandbox } from '../tour/clients.ts';
import { steps } from '../tour/steps.ts';

type Transports = (options: ClientOptions) => ClientOptions;

/** The results of all calls of the tour. */
async function results(service: Service, transports?: Transports): Promise<unknown[]> {
  const clients = createClients(service, transports);
  const values: unknown[] = [];
  for (const { client, call, keep } of steps) {
    const value = await call(clients[client] as never);
    keep?.(value);
    values.push(value);
  }
  return values;
}

it('a recorded session of the tour replays to the same answers, and contains no secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tour.har');
  const original = createSandbox(tourSandbox);
  onTestFinished(() => original.close());
  const service = await original.listen();
  const { basic, apiKey, userToken, personalAccessToken, serviceAccount } = service.credentials;
  const secrets = [
    basic.password,
    apiKey.value,
    userToken.value,
    personalAccessToken.token,
    serviceAccount.clientSecret,
  ];
  const recorder = createRecorder({ file, canaries: secrets });
  const answers = await results(service, (options) => ({ ...options, fetch: recorder.transport(options) }));
  const { entries } = await recorder.close();
  expect(entries).toBe(steps.length + 1);

  const text = readFileSync(file, 'utf8');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  const replayed = createSandbox({ replay: JSON.parse(text) as HarRecording });
  onTestFinished(() => replayed.close());
  expect(await results(await replayed.listen())).toEqual(answers);
  expect(new Set(replayed.requests.map(({ operationId }) => operationId))).toEqual(new Set(Object.keys(operations)));
  expect(replayed.requests.map(({ status }) => status)).toEqual(Array.from({ length: entries }, () => 200));
});
