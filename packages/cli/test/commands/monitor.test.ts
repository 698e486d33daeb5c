import { expect, test } from 'vitest';
import { join } from 'node:path';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { monitor } from '../support/commands.ts';

/** The context of a monitor that is stopped as soon as it listens. */
async function contextOf(signalName: string) {
  const stop = new AbortController();
  const environment = { store: { sqlite: join(folderWith({}), 'runs.db') } };
  const { context } = await setUp({ environment, signal: stop.signal });
  const note = (line: string): void => {
    context.output.note(line);
    if (line.includes('listens on')) stop.abort(new DOMException(signalName, 'AbortError'));
  };
  return { ...context, output: { ...context.output, note } };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 0],
])('%s ends the monitor with exit status %i', async (signalName, status) => {
  // The command line passes all options, also those that open the environment.
  const options = { port: '0', definitionsEvery: '0s', config: 'syncline.yaml' };
  expect(await monitor(options, await contextOf(signalName))).toBe(status);
});

test.each([
  [{ port: 'x' }, '--port must be a number'],
  [{ allowHost: ['a:1'] }, '--allow-host must be'],
  [{ interval: '10ms' }, '--interval must be'],
  [{ definitionsEvery: 'soon' }, '--definitions-every must be'],
])('a wrong option is named as on the command line: %j', async (options, message) => {
  await expect(monitor(options, await contextOf('SIGTERM'))).rejects.toThrow(message);
});
