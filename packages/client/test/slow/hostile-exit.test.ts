import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('a process that met every fault ends by itself, without a timer or an unhandled rejection', {
  timeout: 60_000,
}, async () => {
  const script = fileURLToPath(new URL('../hostile/run-all.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@syncline/source', '--unhandled-rejections=strict', script]);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text));
  child.stderr.on('data', (text: Buffer) => (output += text));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(output).toMatch(/^\d+ faults\n0 timers\ndone\n$/);
  expect(code).toBe(0);
});
