import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { descriptionCopy } from '../support/description-copy.ts';

test('--watch generates again after a change, continues after an invalid change, and ends on an interrupt', async () => {
  const folder = await descriptionCopy();
  const out = join(folder, 'sync');
  const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
  const child = spawn(process.execPath, [
    '--conditions=@syncline/source',
    bin,
    'generate',
    '--document',
    `odata=${join(folder, 'odata.yaml')}`,
    '--out',
    out,
    '--watch',
  ]);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const ended = new Promise((done) => child.once('exit', done));
  const job = join(folder, 'schemas/Job.yaml');
  const text = readFileSync(job, 'utf8');
  const records = (): string => readFileSync(join(out, 'records.gen.ts'), 'utf8');
  const wait = { timeout: 20_000, interval: 100 };

  await vi.waitFor(() => expect(said).toContain('Watching'), wait);
  writeFileSync(job, text.replace('Identifier of the job.', 'Identifier of a job.'));
  await vi.waitFor(() => expect(records()).toContain('Identifier of a job.'), wait);
  writeFileSync(job, 'type: [');
  await vi.waitFor(() => expect(said).toMatch(/Job\.yaml:\d+ /), wait);
  expect(records()).toContain('Identifier of a job.');
  writeFileSync(job, text);
  await vi.waitFor(() => expect(records()).toContain('Identifier of the job.'), wait);

  // Many editors write a new file and rename it over the old one. This must work more than once.
  for (const word of ['first', 'second', 'third']) {
    writeFileSync(`${job}.swap`, text.replace('Identifier of the job.', `Identifier, ${word} time.`));
    renameSync(`${job}.swap`, job);
    await vi.waitFor(() => expect(records()).toContain(`Identifier, ${word} time.`), wait);
  }
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 90_000);
