import { expect, test } from 'vitest';
import { runMcp } from '../support/commands.ts';

// This test is slow because it loads the whole server from its sources.
test('the package is started, and says what is wrong with its configuration', async () => {
  expect(await runMcp({}, { file: '/nowhere/syncline.yaml' })).toBe(2);
});
