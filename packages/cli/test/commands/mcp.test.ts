import { expect, test } from 'vitest';
import { runMcp } from '../support/commands.ts';

test.each([
  [{ port: '7431' }, '--port needs --http'],
  [{ http: true, port: 'x' }, '--port must be a whole number from 0 to 65535'],
  [{ http: true, port: '65536' }, '--port must be a whole number from 0 to 65535'],
])('%j is refused before the package is loaded', async (options, message) => {
  await expect(runMcp(options)).rejects.toThrow(message);
});
