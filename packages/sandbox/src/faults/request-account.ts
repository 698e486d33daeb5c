import type { PlainRequest } from '../contract.ts';

const placeholder = '{request}';

/** Puts an account of the request where a text asks for it: a service that repeats what it was sent may repeat a secret. */
export function fillIn(text: string, request: PlainRequest, escape: (account: string) => string): string {
  return text.includes(placeholder) ? text.replaceAll(placeholder, () => escape(account(request))) : text;
}

/** For a place inside a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Path and query as they were sent. */
export function targetOf({ path, query }: PlainRequest): string {
  return query === '' ? path : `${path}?${query}`;
}

function account(request: PlainRequest): string {
  return `${request.method} ${targetOf(request)} ${JSON.stringify(Object.fromEntries(request.headerEntries()))}`;
}
