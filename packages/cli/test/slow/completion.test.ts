import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { completeWithBash, completeWithFish, completionFolder, has, TypedShell } from '../support/shells.ts';

let folder: string;
beforeAll(async () => {
  const scriptOf = async (shell: string) => (await runCommand('completion', shell)).out;
  folder = completionFolder({ bash: await scriptOf('bash'), zsh: await scriptOf('zsh'), fish: await scriptOf('fish') });
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!has('bash'))('bash offers the environments of the configuration', () => {
  expect(
    completeWithBash(folder, [
      ['status', '--environment', ''],
      ['status', '--config', 'other.yaml', '--environment', ''],
      ['status', '--config', '=', 'other.yaml', '--environment', '=', 'e'],
      ['drift', 'prod'],
    ]),
  ).toEqual(['production staging', 'elsewhere', 'elsewhere', 'production']);
});

test.skipIf(!has('fish'))('fish offers the environments of the configuration', () => {
  const lines = [
    'syncline status --environment ',
    'syncline status --config other.yaml --environment ',
    'syncline drift prod',
  ];
  expect(completeWithFish(folder, lines)).toEqual(['production staging', 'elsewhere', 'production']);
});

test.skipIf(!has('bash') || !has('script'))(
  'bash completes what a person types (skipped without `script`)',
  async () => {
    const shell = new TypedShell(folder, 'bash --noprofile --norc -i');
    await shell.type('source ./completion.bash; echo LOA""DED\n', 'LOADED');
    await shell.type('syncline stat\t', 'syncline status ');
    await shell.type('--outp\t', '--output ');
    await shell.type('nd\t', 'ndjson ');
    await shell.type('--config a\t', 'a\\ file.har');
    await shell.type('\u0003', '');
    await shell.close();
  },
);

test.skipIf(!has('zsh') || !has('script'))('zsh completes what a person types (skipped without zsh)', async () => {
  const shell = new TypedShell(folder, 'zsh -f -i');
  const setUp = [
    'autoload -Uz compinit',
    'compinit -D -u',
    'unsetopt automenu',
    'source ./completion.zsh',
    'echo LOA""DED',
  ];
  await shell.type(`${setUp.join('; ')}\n`, 'LOADED');
  await shell.type('syncline stat\t', 'status ');
  await shell.type('--outp\t', '--output=');
  await shell.type('nd\t', 'ndjson');
  await shell.type(' --environment st\t', 'staging');
  await shell.type('\u0015syncline config ch\t', 'check');
  await shell.type('\u0015syncline record --out a\t', 'a\\ file.har');
  await shell.close();
});
