import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('an answer that never comes is still given up when the signal aborts, whatever the garbage collector takes meanwhile', async () => {
  const sandbox = createSandbox({ scale: { history: 10 } });
  const { headerName, value } = sandbox.credentials.apiKey;
  sandbox.faults.next('listHistory', { socket: 'hang' });
  let error: unknown;
  void sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { [headerName]: value }, signal: AbortSignal.timeout(100) }).catch((reason: unknown) => (error = reason));
  for (let turns = 0; turns < 100 && error === undefined; turns++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(error).toMatchObject({ name: 'TimeoutError' });
  await sandbox.close();
});
