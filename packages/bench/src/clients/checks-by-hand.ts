import { type TransportResponse, readBody } from '@syncline/core/internal';
import { odataDecode } from '@syncline/openapi';
import { requireHeaders } from './by-hand.ts';
import { jobPath, limitMs, maxBodyBytes, type Target, withinLimit } from './client.ts';

/** What the client makes of a response whose body was read. */
interface ClientResponse {
  readonly ok: boolean;
  readonly headers: TransportResponse['headers'];
  parts: readonly Uint8Array[];
}
interface ResponseModule {
  ClientResponse: new (response: TransportResponse, context: object) => ClientResponse;
}
interface ReadModule {
  readOrdinary(response: ClientResponse, target: object): object;
}

/**
 * Not a client: one function without layers, retries and events, which guards, reads, checks and decodes the response
 * with the code of the client. A call that trusts its response as little as a call of Syncline does costs this much.
 */
export const checksByHand = {
  name: 'fetch, with the checks of Syncline by hand',
  isBound: true,
  create: async ({ url: base, jobName, header, key }: Target): Promise<() => Promise<object>> => {
    const { ClientResponse } = await internal<ResponseModule>('core/src/http/client-response.ts');
    const { readOrdinary } = await internal<ReadModule>('client/src/decode/ordinary.ts');
    const tables = await internal<object>('client/src/decode/ordinary-records.ts');
    const context = {
      wrongValue: (name: string, rule: string) => new Error(`${name} returned a wrong value: ${rule}.`),
    };
    const target = { kind: 'record', table: odataDecode.Job, settings: { tables } };
    return () =>
      withinLimit(limitMs, async (signal) => {
        const headers = { accept: 'application/json', [header]: key };
        requireHeaders(headers);
        const init = { method: 'GET', headers, redirect: 'manual', signal: signal as AbortSignal } as const;
        const sent = await fetch(base + jobPath(jobName), init);
        const response = new ClientResponse(sent, context);
        if (!response.ok) throw new Error('The service did not answer with a success.');
        const { parts, end } = await readBody(sent, maxBodyBytes);
        if (!parts.every(ArrayBuffer.isView)) throw new Error('The body is not bytes.');
        if (end !== 'complete') throw new Error('The body is not complete.');
        response.parts = parts;
        const type = response.headers.get('content-type') ?? '';
        if (!/^application\/json\s*(;|$)/i.test(type)) throw new Error('The body is not JSON.');
        return readOrdinary(response, target);
      });
  },
};

/** Imports a module that its package does not export. */
const internal = async <Module>(path: string): Promise<Module> =>
  (await import(new URL(`../../../${path}`, import.meta.url).href)) as Module;
