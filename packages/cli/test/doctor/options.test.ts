import { expect, test, vi } from 'vitest';
import { runCommand } from '../support/run-command.ts';

test('a refused address names the option of the command that allows it', async () => {
  vi.stubEnv('SYNCLINE_USERNAME', 'ada').stubEnv('SYNCLINE_PASSWORD', 'test');
  const { status, err } = await runCommand('doctor', '--odata', 'http://example.invalid');
  vi.unstubAllEnvs();
  expect(status).toBe(2);
  expect(err).toContain('(http only on loopback or with --allow-insecure-http)');
});
