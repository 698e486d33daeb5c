import { execFileSync } from 'node:child_process';
import { Agent, type Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';
import { LazyDispatcher } from '../../src/node/create-dispatcher.ts';
import { serve } from '../support/serve.ts';

const get = (dispatcher: LazyDispatcher, origin: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    dispatcher.dispatch(
      { origin, path, method: 'GET' },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_, chunk) => void parts.push(chunk),
        onResponseEnd: () => resolve(Buffer.concat(parts).toString()),
        onResponseError: (_, error) => reject(error),
      },
    );
  });

describe('requests before the code of the dispatcher has loaded', () => {
  it('are sent afterwards, in their order, and close() waits for them', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url);
      response.end(request.url);
    });
    let load!: (dispatcher: Dispatcher) => void;
    const dispatcher = new LazyDispatcher(() => new Promise((resolve) => (load = resolve)));
    const requests = Promise.all(['/1', '/2', '/3'].map((path) => get(dispatcher, url, path)));
    const closed = dispatcher.close();
    expect(seen).toEqual([]);
    load(new Agent({ connections: 1 }));
    expect(await requests).toEqual(['/1', '/2', '/3']);
    await closed;
    expect(seen).toEqual(['/1', '/2', '/3']);
  });

  it('fail with the error of loading, and close() does not', async () => {
    const dispatcher = new LazyDispatcher(() => Promise.reject(new Error('no such chunk')));
    await expect(get(dispatcher, 'http://127.0.0.1:1', '/')).rejects.toThrow('no such chunk');
    await expect(get(dispatcher, 'http://127.0.0.1:1', '/')).rejects.toThrow('no such chunk');
    await dispatcher.close();
  });
});

it('only a transport loads undici, not its import: undici sets the dispatcher of the global fetch', () => {
  const program = `
    import { createNodeTransport } from '@syncline/client/node';
    const isLoaded = () => globalThis[Symbol.for('undici.globalDispatcher.1')] !== undefined;
    const before = isLoaded();
    await createNodeTransport().close();
    console.log(before, isLoaded());`;
  const options = ['--conditions=@syncline/source', '--input-type=module', '--eval', program];
  const out = execFileSync(process.execPath, options, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(out.trim()).toBe('false true');
});
