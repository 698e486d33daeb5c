import { expect, test } from 'vitest';
import { loadLog } from '../../src/command/run-command.ts';
import { breakCommands } from '../../src/formats/report-on-github.ts';

/** Whether GitHub's runner reads a line as a command: `::name` after whitespace, or `##[name]` anywhere. */
function isCommand(line: string): boolean {
  const visible = line.replace(/[\p{Cc}\p{Cf}]/gu, '');
  return /^\s*::/.test(visible) || /##\w*\[/.test(visible);
}

const hostile = [
  '::error::x',
  ' \t::set-output name=a::b',
  '\u00a0::stop-commands::x',
  '\u00ad:\u200b:add-mask::x',
  'job ##[error]x',
  'job #\u00ad##[warning]x',
  '####[x]',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[buildStatus text='x']",
  'first\n::error::second\r::error::third\r\n  ::error::fourth',
];

test.each(hostile)('%j is not a command afterwards', (text) => {
  expect(text.split(/[\r\n]+/).some(isCommand)).toBe(true);
  for (const place of ['text', 'xml'] as const)
    expect(
      breakCommands(text, place)
        .split(/[\r\n]+/)
        .filter(isCommand),
    ).toEqual([]);
  const json = JSON.stringify({ job: text }, null, 2);
  const broken = breakCommands(json, 'json');
  expect(broken.split(/[\r\n]+/).filter(isCommand)).toEqual([]);
  expect(JSON.parse(broken)).toEqual({ job: text });
});

test.each(['a::b', 'Std::vector', '# [x]', '#[derive]', '## Heading', 'C##'])('%j is not changed', (text) => {
  expect(breakCommands(text, 'text')).toBe(text);
});

test.each([
  [{}, false],
  [{ GITHUB_ACTIONS: 'true' }, true],
  [{ TF_BUILD: 'True' }, true],
  [{ TEAMCITY_VERSION: '2026.1' }, true],
  [{ GITHUB_ACTIONS: '' }, false],
])('with %j, commands are read: %s', async (variables, expected) => {
  expect((await loadLog(variables)) !== undefined).toBe(expected);
});
