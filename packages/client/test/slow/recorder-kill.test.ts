import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { readHar, temporaryFile } from '../recorder/support.ts';

it('leaves a valid file when the process is killed', async () => {
  const file = temporaryFile();
  const program = `
    const { createRecorder } = await import(${JSON.stringify(new URL('../../src/recorder/index.ts', import.meta.url).href)});
    const recorder = createRecorder({ file: ${JSON.stringify(file)} });
    const send = recorder.transport({ fetch: async () => Response.json({ value: 'x'.repeat(100_000) }) });
    const signal = new AbortController().signal;
    for (let count = 0; ; count++) {
      const { body } = await send('https://a.example/history', { method: 'GET', headers: {}, redirect: 'manual', signal });
      for await (const _ of body);
      if (count === 20) process.stdout.write('recorded');
    }`;
  const child = spawn(process.execPath, ['--conditions=@syncline/source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const entries = readHar(file);
  expect(entries.length).toBeGreaterThan(20);
  expect(entries.every(({ response }) => response.content.size === 100_012)).toBe(true);
});
