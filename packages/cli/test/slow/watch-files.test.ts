import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { run } from '../../src/index.ts';
import { watchFiles } from '../../src/commands/generate.ts';
import { descriptionCopy, temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const wait = { timeout: 20_000, interval: 20 };
/** Sends the signal that Ctrl-C sends. */
const interrupt = (): boolean => process.emit('SIGINT');

test('the files that the last run read are watched, also those that it reads for the first time', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'more'));
  const [first, second] = [join(folder, 'a.yaml'), join(folder, 'more/b.yaml')];
  for (const file of [first, second]) writeFileSync(file, '1');
  const runs: string[] = [];
  let files = [first, join(folder, 'absent/c.yaml')];
  let ready = 0;
  const ended = watchFiles(
    async () => {
      runs.push(files.join());
      return files;
    },
    () => {
      ready += 1;
    },
  );
  await vi.waitFor(() => expect(ready).toBe(1), wait);
  expect(runs).toHaveLength(1);

  files = [second];
  writeFileSync(first, '2');
  await vi.waitFor(() => expect(runs).toHaveLength(2), wait);
  writeFileSync(`${second}.swap`, '2');
  renameSync(`${second}.swap`, second);
  await vi.waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(3), wait);

  rmSync(join(folder, 'more'), { recursive: true });
  await vi.waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(4), wait);
  interrupt();
  await ended;
  expect(ready).toBe(1);
});

test('an interrupt ends the watch as soon as it is announced', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'a.yaml');
  writeFileSync(file, '1');
  let isHeard = false;
  const action = (): Promise<readonly string[]> => Promise.resolve([file]);
  await watchFiles(action, () => {
    isHeard = interrupt();
  });
  expect(isHeard).toBe(true);
});

test('the command generates again, says what is wrong with a broken document, and ends with 0', async () => {
  const folder = await descriptionCopy();
  const out = join(folder, 'sync');
  const said: string[] = [];
  const output = { out: (text: string) => said.push(text), err: (text: string) => said.push(text), colored: false };
  const document = join(folder, 'odata.yaml');
  const ended = run(['generate', '--document', `odata=${document}`, '--out', out, '--watch'], output);
  await vi.waitFor(() => expect(said.at(-1)).toBe('Watching for changes. Press Ctrl-C to stop.'), wait);
  expect(said).toContain(`10 files in ${out}, 10 written`);
  writeFileSync(join(folder, 'schemas/Job.yaml'), 'type: [');
  await vi.waitFor(() => expect(said.join('\n')).toMatch(/Job\.yaml:1 /), wait);
  interrupt();
  expect(await ended).toBe(0);
});

test('a document that is broken from the start is watched, too', async () => {
  const folder = await temporaryFolder();
  const document = join(folder, 'pets.json');
  writeFileSync(document, '{');
  const said: string[] = [];
  const output = { out: (text: string) => said.push(text), err: (text: string) => said.push(text), colored: false };
  const out = join(folder, 'sync');
  const ended = run(['generate', '--document', `pets=${document}`, '--out', out, '--watch'], output);
  await vi.waitFor(() => expect(said.at(-1)).toMatch(/^Watching/), wait);
  expect(said[0]).toMatch(/pets\.json:1 /);
  writeFileSync(document, '{ "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" }, "paths": {} }');
  await vi.waitFor(() => expect(said.join('\n')).toMatch(/\d+ files in .*, \d+ written/), wait);
  interrupt();
  expect(await ended).toBe(0);
  expect((await runCommand('generate', '--document', `pets=${document}`, '--out', out, '--check')).status).toBe(0);
});
