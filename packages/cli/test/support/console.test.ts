import { expect, onTestFinished, test, vi } from 'vitest';
import { processOutput } from '../../src/support/console.ts';

test.each([
  ['xterm', '', { colour: true, isDumb: false }],
  ['xterm', '1', { colour: false, isDumb: false }],
  ['dumb', '', { colour: false, isDumb: true }],
])('a terminal with TERM=%s and NO_COLOR=%s', (term, noColor, expected) => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  vi.stubEnv('TERM', term);
  vi.stubEnv('NO_COLOR', noColor);
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
    vi.unstubAllEnvs();
  });
  const { colour, terminal } = processOutput();
  expect({ colour, isDumb: terminal?.isDumb }).toEqual(expected);
});
