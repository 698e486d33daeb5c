import { expect, test } from 'vitest';
import { passesAll } from '../../src/command/define-command.ts';
import { commands } from '../../src/commands/index.gen.ts';
import { run } from '../../src/program.ts';
import { runCommand } from '../support/run-command.ts';

test.each([['nope'], ['help', 'nope']])('%s %s is an unknown command', async (...args) => {
  expect(await runCommand(...args)).toEqual({
    status: 2,
    out: '',
    err: "error: unknown command 'nope'\nRun `syncline help` to list the commands.",
  });
});

test.each([['help'], ['help', 'jobs'], ['help', 'help'], ['help', '--help']])('%s %s is known', async (...args) => {
  expect(await runCommand(...args)).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringMatching(/^Usage: syncline/),
  });
});

test('the help of the program fits on a terminal of 24 lines, and names every command in a group', async () => {
  const { out } = await runCommand('--help');
  const lines = out.split('\n');
  expect(lines.length).toBeLessThan(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(out).toContain('Start here:\n  syncline init --ops');
  const shown = commands.filter(({ isHidden }) => isHidden !== true).map(({ name }) => name.split(' ')[0]);
  for (const name of shown) expect(out).toMatch(new RegExp(`^  .*:.*\\b${name}\\b`, 'm'));
  expect(out).not.toContain('More:');
});

test.each(
  commands.filter((command) => !passesAll(command)).map(({ name }) => name),
)('the help of %s fits in 80 columns, and one option chooses the form', async (name) => {
  const { out } = await runCommand(...name.split(' '), '--help');
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(out).toMatch(/\nExit status:\n {2}0 {4}\w/);
  if (/^ {2}--json/m.test(out)) expect(out).toMatch(/^ {2}--output <form>/m);
});

test('an error on a terminal is wrapped between words, but not in a command', async () => {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(...text.split('\n'));
  const terminal = { width: () => 50, progress: () => {} };
  const output = { out: print, err: print, colored: false, terminal };
  expect(await run(['status', '--config', 'missing.yaml'], output)).toBe(2);
  const [first = '', second = ''] = lines;
  expect([first.length, second.length].every((length) => length <= 50)).toBe(true);
  expect(`${first} ${second.trim()}`).toMatch(/^syncline: missing\.yaml does not exist\. Write it, or name another/);
  expect(lines.join('\n')).toContain('`npx syncline init --ops`');
});
