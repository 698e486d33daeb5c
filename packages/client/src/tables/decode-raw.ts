import type { TablesOperation } from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
import { readRecord, readUnknown } from '../decode/read-value.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Draft, Inquiry } from '../pipeline/draft.ts';
import type { Settings } from '../pipeline/policy.ts';
import { readCollection } from '../stream/read-collection.ts';

type Send = (
  method: string,
  path: string,
  init?: { readonly parseAs?: string; readonly inquiry?: Inquiry },
) => Promise<{ response: unknown }>;

/**
 * `raw` where the client was given tables: the calls of their operations answer with decoded records and throw an HttpError. A call
 * that names its own `parseAs`, and one of any other path, is left as it is.
 */
export function decodeRaw<Paths extends object>(raw: Client<Paths>, settings: Settings): Client<Paths> {
  const { tables } = settings;
  if (tables === undefined) return raw;
  const send = raw.request as unknown as Send;
  const request: Send = async (method, path, init) => {
    const operation = tables.operations.find((each) => each.path === path && each.method === method.toUpperCase());
    if (operation === undefined || init?.parseAs !== undefined) return send(method, path, init);
    const inquiry: Inquiry = { operation: operation.id, decode: decoder(operation, settings) };
    const { response } = await send(method, path, { ...init, parseAs: 'stream', inquiry });
    // openapi-fetch passes our answer through as its `response`.
    return { data: (response as Answer).value, response };
  };
  const decoding: Record<string, unknown> = { ...raw, request };
  for (const name in raw) if (/^[A-Z]+$/.test(name)) decoding[name] = request.bind(undefined, name);
  return decoding as unknown as Client<Paths>;
}

const decoder = ({ response: { kind, record } }: TablesOperation, settings: Settings) => {
  const table = settings.tables?.decode[record ?? ''];
  if (table !== undefined) return (kind === 'collection' ? readCollection : readRecord)(table, settings);
  return (answer: Answer, draft: Draft): unknown => (answer.isEmpty ? undefined : readUnknown(answer, draft));
};
