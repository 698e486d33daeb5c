import type { BenchClient, ClientContender } from './client.ts';
import { record } from './recorded.ts';
import { createClient, recordedTransport } from './syncline.ts';

/** More than a core's own caches hold. What is evicted from them stays in the cache that all cores share. */
const bytes = 768 * 1024;
const line = 64;

/**
 * Calls without a network, each after other data has filled the processor's caches, as a call of `fetch` fills them with
 * its code. Both rows contain the time of filling. Their difference is what Syncline itself costs between two calls of
 * `fetch`, and so the least that it costs over `fetch`.
 */
export const evictedClients: readonly ClientContender[] = [
  {
    name: 'JSON.parse alone',
    isBound: true,
    create: async (target) => {
      const { job, history } = await record(target);
      const utf8 = new TextDecoder('utf-8', { fatal: true });
      const parse = async <Value>(body: Uint8Array) => JSON.parse(utf8.decode(body)) as Value;
      return evicting({
        job: () => parse(job),
        history: async () => (await parse<{ readonly value: readonly object[] }>(history)).value,
      });
    },
  },
  {
    name: 'Syncline, caches evicted',
    isBound: true,
    create: async (target) => evicting(createClient(target, await recordedTransport(target))),
  },
];

function evicting(client: BenchClient): BenchClient {
  const data = new Uint8Array(bytes);
  const fill = (): void => {
    for (let at = 0; at < bytes; at += line) data[at] = (data[at] as number) + 1;
  };
  return {
    job: () => {
      fill();
      return client.job();
    },
    history: () => {
      fill();
      return client.history();
    },
  };
}
