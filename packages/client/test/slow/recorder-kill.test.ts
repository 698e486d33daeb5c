import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseHar } from '../../../sandbox/src/replay/read-har.ts';
import { readHar, temporaryFile } from '../recorder/support.ts';

const source = (path: string): string => new URL(path, import.meta.url).href;
const node = ['--conditions=@syncline/source', '--input-type=module', '-e'];

/** Starts a program and returns what it writes first. */
async function firstOutput(program: string) {
  const child = spawn(process.execPath, [...node, program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let notes = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  return notes;
}

const record = (file: string) => `
  const { createRecorder } = await import(${JSON.stringify(source('../../src/recorder/index.ts'))});
  const recorder = createRecorder({ file: ${JSON.stringify(file)} });
  const send = recorder.transport({ fetch: async () => Response.json({ value: 'x'.repeat(100_000) }) });
  const signal = new AbortController().signal;
  for (let count = 0; ; count++) {
    const { body } = await send('https://a.example/history', { method: 'GET', headers: {}, redirect: 'manual', signal });
    for await (const _ of body);
    if (count === 20) process.stdout.write('recorded');
  }`;

/** Starts the sandbox's command with the file, and reads the first response. */
const replay = (file: string) => `
  const { run } = await import(${JSON.stringify(source('../../../sandbox/src/command/run.ts'))});
  const { stderr } = process;
  let stdout = '';
  const terminal = { stdout: { write: (text) => (stdout += text) }, stderr, color: false, version: '' };
  const { exitCode } = await run(['--json', '--replay', ${JSON.stringify(file)}], terminal);
  if (exitCode !== undefined) process.exit(exitCode);
  const response = await fetch(JSON.parse(stdout).urls.odata + '/history');
  stderr.write(' ' + response.status + ' ' + (await response.text()).length);
  process.stdout.write('replayed');`;

const entriesIn = (file: string): number => readFileSync(file, 'utf8').split('\n{"startedDateTime"').length - 1;

it('leaves a file that the sandbox replays when the process is killed', async () => {
  const file = temporaryFile();
  expect(await firstOutput(record(file))).toBe('');
  const entries = entriesIn(file);
  const complete = readHar(file, (text) => parseHar(text).har);
  expect(complete.length).toBeGreaterThan(20);
  expect(complete.every(({ response }) => response.content.size === 100_012)).toBe(true);
  // The kill can hit a write. The entry of that write is then the only one that is lost.
  const notes = await firstOutput(replay(file));
  const cut = (count: number): string =>
    `syncline-sandbox: --replay ${file} ends within an entry, perhaps because its recorder was killed. Replays the ${count} requests before it.\n 200 100012`;
  expect([' 200 100012', cut(entries - 1)]).toContain(notes);
  truncateSync(file, readFileSync(file).lastIndexOf('\n{"startedDateTime"') + 50_000);
  expect(await firstOutput(replay(file))).toBe(cut(entries - 1));
});
