import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const silent = createServer();
let folder = '';
let asked: Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signals-'));
  const info = { title: 'Test', version: '1' };
  await writeFile(join(folder, 'api.json'), JSON.stringify({ openapi: '3.1.0', info, paths: {} }));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await rm(folder, { recursive: true });
});

/** Starts a command, and sends it a signal when it has started to work. */
async function interrupted(args: readonly string[], signal: NodeJS.Signals, hasStarted: RegExp | undefined) {
  asked = once(silent, 'request');
  const env = { ...process.env, SYNCLINE_USERNAME: 'ada', SYNCLINE_PASSWORD: 'test' };
  const child = spawn(process.execPath, ['--conditions=@syncline/source', '--no-warnings', program, ...args], {
    cwd: folder,
    env,
  });
  const ended = once(child, 'close');
  if (hasStarted === undefined) await asked;
  else
    await new Promise<void>((done) => {
      let text = '';
      const read = (chunk: Buffer): void => {
        text += String(chunk);
        if (hasStarted.test(text)) done();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
    });
  child.kill(signal);
  return ended;
}

describe.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM'] as const)('after %s', (signal) => {
  test('generate --watch ends with 0', async () => {
    const args = ['generate', '--document', 'api.json', '--out', 'out', '--watch'];
    expect(await interrupted(args, signal, /Watching for changes/)).toEqual([0, null]);
  });
  test('doctor ends as a shell expects', async () => {
    const { port } = silent.address() as AddressInfo;
    const args = ['doctor', '--odata', `http://127.0.0.1:${port}`];
    const [status, by] = await interrupted(args, signal, undefined);
    // Node ends with the signal itself after Ctrl-C, which a shell shows as 130.
    expect([status, by]).toEqual(signal === 'SIGINT' ? [null, 'SIGINT'] : [130, null]);
  });
});
