import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ca, listen, secureServer, transportFor } from './support.ts';

/** Gives every object a property for one piece of work, as a defect elsewhere in a program can. */
async function polluted<Result>(name: string, value: unknown, work: () => Promise<Result>): Promise<Result> {
  const root: object = Object.getPrototypeOf({});
  Object.defineProperty(root, name, { value, configurable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(root, name);
  }
}

it('trusts no authority of a polluted prototype', async () => {
  let requests = 0;
  const port = await secureServer((_request, response) => {
    requests += 1;
    response.end();
  });
  for (const options of [undefined, { proxy: `https://localhost:${port}` }]) {
    const transport = transportFor(options);
    const sent = polluted('ca', ca.toString(), () => transport(`https://localhost:${port}/`));
    await expect(sent).rejects.toThrow();
  }
  expect(requests).toBe(0);
});

it.skipIf(Object.isFrozen(Object.prototype))('connects to no socket of a polluted prototype', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const socket = join(folder, 's');
  const port = await listen(createServer((_request, response) => response.end('the service')));
  const other = createServer((_request, response) => response.end('something else'));
  await new Promise<void>((resolve) => other.listen(socket, resolve));
  onTestFinished(() => void other.close());
  const transport = transportFor();
  const response = await polluted('socketPath', socket, () => transport(`http://127.0.0.1:${port}/`));
  const body: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) body.push(chunk);
  expect(Buffer.concat(body).toString()).toBe('the service');
});
