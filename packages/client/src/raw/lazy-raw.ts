import type { Client, Middleware } from 'openapi-fetch';
import type { Settings } from '../options/settings.ts';
import type { SendCall } from '../pipeline/pipeline.ts';

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

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
  let middleware: Middleware[] = [];
  let loading: Promise<AnyRaw> | undefined;
  const load = async (): Promise<AnyRaw> => {
    try {
      const { createRaw } = await import('./create-raw.ts');
      const loaded: AnyRaw = createRaw<Record<string, never>>(settings, send) as never;
      loaded.use(...middleware);
      return loaded;
    } catch (error) {
      // If the chunk did not arrive, the next call tries to load it again.
      loading = undefined;
      throw error;
    }
  };
  const raw: AnyRaw & Record<string, unknown> = {
    request: async (method, path, init) => (await (loading ??= load())).request(method, path, init),
    use: (...added) => {
      middleware.push(...added);
      loading?.then(
        (loaded) => loaded.use(...added),
        () => {},
      );
    },
    eject: (...removed) => {
      middleware = middleware.filter((each) => !removed.includes(each));
      loading?.then(
        (loaded) => loaded.eject(...removed),
        () => {},
      );
    },
  };
  for (const method of methods) raw[method] = (path: string, init?: unknown) => raw.request(method, path, init);
  return raw as never;
}
