import { afterAll, expect, it } from 'vitest';
import { createSandbox, type FaultRule } from '../../src/index.ts';
import { settleIo } from '../support/fake-time.ts';
import { collectGarbage } from '../support/garbage.ts';

const sandbox = createSandbox({ scale: { history: 10 } });
const { headerName, value } = sandbox.credentials.apiKey;
const history = `${sandbox.urls.odata}/history`;
const headers = { [headerName]: value };
afterAll(() => sandbox.close());

/** While the garbage collector runs, only the caller's signal references the request. */
const requests: [string, (signal: AbortSignal) => Promise<Response>][] = [
  ['a URL', (signal) => sandbox.fetch(history, { headers, signal })],
  ['a Request', (signal) => sandbox.fetch(new Request(history, { headers, signal }))],
];
const silences: [string, Omit<FaultRule, 'operation'>][] = [
  ['a response that never comes', { socket: 'hang' }],
  ['a body that stalls', { socket: 'stall', cutAfter: 4 }],
  ['a compressed body that stalls', { socket: 'stall', gzip: 'whole' }],
];

it.each(
  silences.flatMap(([silence, fault]) => requests.map(([what, ask]) => ({ silence, fault, what, ask }))),
)('$silence to $what ends when the signal aborts, whatever the garbage collector has collected', async ({
  fault,
  ask,
}) => {
  sandbox.faults.next('listHistory', fault);
  let error: unknown;
  const caller = new AbortController();
  void ask(caller.signal)
    .then((response) => response.text())
    .catch((reason: unknown) => (error = reason));
  for (let turns = 0; turns < 20; turns++) {
    collectGarbage();
    await settleIo(5);
  }
  expect(error).toBeUndefined();
  caller.abort();
  await settleIo();
  expect(error).toMatchObject({ name: 'AbortError' });
});
