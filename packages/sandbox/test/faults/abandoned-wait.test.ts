import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { createSandbox, type FaultRule } from '../../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const sandbox = createSandbox({ scale: { history: 10 } });
const { headerName, value } = sandbox.credentials.apiKey;
const history = `${sandbox.urls.odata}/history`;
const headers = { [headerName]: value };
afterAll(() => sandbox.close());

/** Nothing but the signal's timer knows of the request while the collector runs. */
const requests: [string, () => Promise<Response>][] = [
  ['an address', () => sandbox.fetch(history, { headers, signal: AbortSignal.timeout(100) })],
  ['a Request', () => sandbox.fetch(new Request(history, { headers, signal: AbortSignal.timeout(100) }))],
];
const silences: [string, Omit<FaultRule, 'operation'>][] = [
  ['an answer that never comes', { socket: 'hang' }],
  ['a body that stalls', { socket: 'stall', cutAfter: 4 }],
  ['a compressed body that stalls', { socket: 'stall', gzip: 'whole' }],
];

it.each(
  silences.flatMap(([silence, fault]) => requests.map(([what, ask]) => ({ silence, fault, what, ask }))),
)('$silence to $what is still given up when the signal aborts, whatever the garbage collector takes meanwhile', async ({
  fault,
  ask,
}) => {
  sandbox.faults.next('listHistory', fault);
  let error: unknown;
  void ask()
    .then((response) => response.text())
    .catch((reason: unknown) => (error = reason));
  for (let turns = 0; turns < 100 && error === undefined; turns++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(error).toMatchObject({ name: 'TimeoutError' });
});
