import type { Transport } from '@syncline/client';
import type { Vector } from '../../../../openapi/conformance/vector.ts';
import { perform } from './perform.ts';

/** The observed call of a vector: its requests, and its value or error. */
export interface Seen {
  readonly requests: readonly unknown[];
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };
}

/** Makes the call of a vector. Each request gets the next response of the vector. */
export async function runVector(vector: Vector): Promise<Seen> {
  const requests: unknown[] = [];
  const transport: Transport = async (url, init) => {
    const exchange = vector.exchanges[requests.length];
    const named = Object.keys(exchange?.request.headers ?? {});
    const headers = Object.entries(init.headers).filter(
      ([header]) => named.includes(header) || /auth|token|key|cookie/.test(header),
    );
    requests.push({
      method: init.method,
      url,
      headers: Object.fromEntries(headers.map(withoutParameters)),
      body: init.body ?? null,
    });
    const {
      status,
      headers: answered,
      body,
    } = exchange?.response ?? { status: 500, headers: {}, body: 'one request too many' };
    return new Response(body, { status, headers: answered });
  };
  const outcome = await perform(vector, transport).then(
    (value) => ({ value: toJson(value) }),
    (error: unknown) => ({ error }),
  );
  return { requests, outcome };
}

/** Removes the parameters of the content type: `application/json; charset=utf-8` becomes `application/json`. */
function withoutParameters([name, value]: [string, string]): [string, string] {
  return [name, name === 'content-type' ? (value.split(';')[0] ?? value).trim() : value];
}

function toJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_key, item: unknown) =>
      typeof item === 'bigint' ? { $bigint: String(item) } : item,
    ),
  );
}
