import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentNames } from '../../src/commands/environment-names.ts';
import { runCommand } from '../support/run-command.ts';
import { completeWithBash, completeWithFish, completionFolder, has } from '../support/shells.ts';

let folder: string;
beforeAll(async () => {
  const scriptOf = async (shell: string) => (await runCommand('completion', shell)).out;
  folder = completionFolder({ bash: await scriptOf('bash'), zsh: await scriptOf('zsh'), fish: await scriptOf('fish') });
});
afterAll(() => rmSync(folder, { recursive: true }));

const commands = async (): Promise<string> => {
  const { out } = await runCommand('help');
  const names = [...out.matchAll(/^ {2}[A-Z][a-z ]+: +(.*)$/gm)].flatMap(([, list = '']) => list.split(', '));
  expect(names.length).toBeGreaterThan(18);
  return [...names, 'help'].sort().join(' ');
};
const help = async (command: string): Promise<readonly string[]> =>
  [...(await runCommand(command, '--help')).out.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, flag = '']) => flag);

describe.skipIf(!has('bash'))('bash (skipped where it is not installed)', () => {
  const complete = (...words: readonly string[]): string => completeWithBash(folder, [words])[0] ?? '';

  test('offers every command, and every option of a command', async () => {
    expect(complete('').split(' ').sort().join(' ')).toBe(await commands());
    for (const command of ['status', 'wait', 'export', 'record', 'generate'])
      expect(
        complete(command, '-')
          .split(' ')
          .filter((flag) => flag.startsWith('--'))
          .sort(),
      ).toEqual([...(await help(command))].sort());
  });
  test.each([
    [['st'], 'status'],
    [['config', 'c'], 'check'],
    [['config', 'check', '--j'], '--json'],
    [['status', '--output', ''], 'table json ndjson csv'],
    [['lint', '--output', ''], 'table json ndjson csv junit sarif'],
    [['lint', '--output', '=', 'j'], 'json junit'],
    [['lint', '--output', '='], 'table json ndjson csv junit sarif'],
    [['status', '--job', 'status', '--out'], '--output'],
    [['export', '--from', 's'], 'service store'],
    [['completion', ''], 'bash zsh fish'],
    [['help', 'ex'], 'export'],
    [['record', '--out', 'x', '--', 'dri'], 'drift'],
    [['status', '--since', ''], ''],
    [['status', "$(touch 'pwned')", '`touch pwned`', '--output', 'n'], 'ndjson'],
    [['status', '--output', '$(touch pwned)'], ''],
  ])('%j', (words, offered) => {
    expect(complete(...words)).toBe(offered);
    expect(() => rmSync(join(folder, 'pwned'))).toThrow('ENOENT');
  });
});

describe.skipIf(!has('fish'))('fish (skipped where it is not installed)', () => {
  test('offers commands, options and values', async () => {
    const lines = [
      ['syncline ', await commands()],
      ['syncline st', 'status'],
      ['syncline config c', 'check'],
      ['syncline config check --j', '--json'],
      ['syncline lint --output ', 'csv json junit ndjson sarif table'],
      ['syncline lint --output=j', '--output=json --output=junit'],
      ['syncline export --from s', 'service store'],
      [
        'syncline record --out ',
        'a file.har completion.bash completion.fish completion.zsh other.yaml syncline syncline.yaml',
      ],
      ['syncline status --since ', ''],
      ['syncline completion ', 'bash fish zsh'],
    ] as const;
    expect(
      completeWithFish(
        folder,
        lines.map(([line]) => line),
      ),
    ).toEqual(lines.map(([, offered]) => offered));
  });
});

describe('the names of environments', () => {
  test('are read without a secret, and a file that cannot be read has none', () => {
    expect(environmentNames(join(folder, 'syncline.yaml'))).toEqual(['production', 'staging']);
    for (const file of ['nowhere.yaml', 'completion.bash', ''])
      expect(environmentNames(join(folder, file))).toEqual([]);
  });

  test('are read from a file of many names in steps that do not grow with it', () => {
    const file = join(folder, 'large.yaml');
    writeFileSync(
      file,
      `environments: { p: {} }\n${Array.from({ length: 60_000 }, (_, at) => `k${at}: 1\n`).join('')}`,
    );
    expect(environmentNames(file)).toEqual(['p']);
  });
});

test('an unknown shell gives the exit status 2', async () => {
  const { status, err } = await runCommand('completion', 'tcsh');
  expect(status).toBe(2);
  expect(err).toContain('Allowed choices are bash, zsh, fish');
});
