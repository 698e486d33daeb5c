/**
 * Runs a sandbox in its own process, so that its memory can be measured alone. Sends its port at the start, and its
 * state on request.
 */
import { createSandbox, type FaultRule } from '../../src/index.ts';

const { rules, strict } = JSON.parse(process.argv[2] ?? '{}') as { rules?: FaultRule[]; strict?: boolean };
let requests = 0;
let unasked = 0;
const sandbox = createSandbox({
  clock: { start: '2026-03-01T00:00:00Z' },
  scale: { history: 100 },
  ...(rules && { rules }),
  ...(strict && { strict }),
  onRequest({ status, fault }) {
    requests++;
    if (status >= 500 && !fault) unasked++;
  },
});
const { urls } = await sandbox.listen();

process.on('message', (message: 'advance' | 'state' | 'reset') => {
  if (message === 'reset') sandbox.reset();
  if (message === 'advance') sandbox.clock.advance('1m');
  else (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ requests, unasked, rss, heapUsed, external });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: Number(new URL(urls.odata).port), key: sandbox.credentials.apiKey });
