import { loadPart } from '@syncline/core/internal';
import type { Client, Middleware } from 'openapi-fetch';
import type { Settings } from '../options/settings.ts';
import { callInit } from '../resources/operation-call.ts';
import type { SendCall } from '../pipeline/pipeline.ts';

const methods = 'GET PUT POST DELETE OPTIONS HEAD PATCH TRACE'.split(' ');

interface AnyRaw {
  request(method: string, path: string, init?: unknown): Promise<unknown>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/**
 * Creates the `raw` of a client. Its first call loads openapi-fetch with an `import()`. Bundlers put openapi-fetch into
 * a chunk of its own, so a page that uses only the resources and `call` never loads it.
 */
export function createLazyRaw<Paths extends object>(settings: Settings, send: SendCall): Client<Paths> {
  const changes: ((raw: AnyRaw) => void)[] = [];
  let loaded: AnyRaw | undefined;
  const load = async (): Promise<AnyRaw> => {
    const { createRaw } = await loadPart(() => import('./create-raw.ts'));
    // Concurrent first calls share one client.
    if (loaded === undefined) {
      loaded = createRaw<Record<string, never>>(settings, send, callInit) as never as AnyRaw;
      for (const change of changes) change(loaded);
    }
    return loaded;
  };
  const raw = {
    request: async (method, path, init) => (await load()).request(method, path, init),
  } as AnyRaw & Record<string, unknown>;
  for (const verb of ['use', 'eject'] as const)
    raw[verb] = (...middleware) => {
      const change = (each: AnyRaw): void => each[verb](...middleware);
      if (loaded === undefined) changes.push(change);
      else change(loaded);
    };
  for (const method of methods) raw[method] = (path: string, init?: unknown) => raw.request(method, path, init);
  return raw as never;
}
