import { describe, expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/index.ts';
import { millisecondsUntil, stopTime } from '../support/fake-time.ts';
import { openSandbox } from '../support/sandbox.ts';

describe('options', () => {
  it.each([
    [{ vendor: 'a b' }, 'vendor must consist of letters, digits and hyphens, found "a b"'],
    [{ seed: 1.5 }, 'seed must be a whole number, found 1.5'],
    [{ v2: { keyHeader: 'a:b' } }, 'v2.keyHeader must be a header name, found "a:b"'],
    [{ v2: { filterParameter: '' } }, 'v2 must give each query parameter a name that is not empty'],
    [{ envelope: 'odd' as 'array' }, "envelope must be 'array' or 'value'"],
    [{ tokenLifetime: 0 }, 'tokenLifetime must be more than 0 seconds, found 0'],
    [{ latency: -1 }, 'latency must be from 0 to 600000 milliseconds, found -1'],
    [{ schemes: { other: false } as object }, /^schemes\.other is not an option: use basic, /],
    [{ rules: [{ status: 99 }] }, 'rules[0].status must be a whole number from 200 to 599, found 99'],
    [{ scale: { jobs: -1 } }, 'scale.jobs must be a whole number from 0 to 100000, found -1'],
    [{ data: null as never }, 'data must be an object, found null'],
    [{ data: null as never, replay: { log: { entries: [] } } }, 'data must be an object, found null'],
    [{ scale: null as never }, 'scale must be an object'],
    [{ vendor: null as never }, 'vendor must consist of letters, digits and hyphens, found null'],
    [{ latency: '5' as never }, 'latency must be from 0 to 600000 milliseconds, found "5"'],
    [{ latency: Number.NaN }, 'latency must be from 0 to 600000 milliseconds, found NaN'],
    [{ tokenLifetime: '5' as never }, 'tokenLifetime must be more than 0 seconds, found "5"'],
    [{ tokenLifetime: Infinity }, 'tokenLifetime must be more than 0 seconds, found Infinity'],
    [{ edgeCases: 'yes' as never }, 'edgeCases must be true or false'],
    [{ strict: 1 as never }, 'strict must be true or false'],
    [{ clock: { running: 'yes' as never } }, 'clock.running must be true or false'],
    [{ clock: null as never }, 'clock must be an object'],
    [{ clock: 5 as never }, 'clock must be an object'],
    [{ scale: [] as never }, 'scale must be an object'],
    [{ schemes: [] as never }, 'schemes must be an object'],
    [{ schemes: { basic: 'no' as never } }, 'schemes.basic must be true or false'],
    [{ onRequest: 5 as never }, 'onRequest must be a function'],
    [{ onProgress: {} as never }, 'onProgress must be a function'],
    [{ v2: { keyHeader: 5 as never } }, 'v2.keyHeader must be a header name, found 5'],
    [{ v2: { sortParameter: 5 as never } }, 'v2 must give each query parameter a name that is not empty'],
    [{ file: '' }, 'file must be the path of a SQLite database or of a new file, found ""'],
    [{ vendor: 5 as never }, 'vendor must consist of letters, digits and hyphens, found 5'],
  ])('%j is rejected in one line', (options, message) => {
    expect(() => createSandbox(options)).toThrow(message);
    expect(() => createSandbox(options)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error);
  });

  it.each([
    [{ port: '80' as never }, 'port must be a whole number from 0 to 65535, found "80"'],
    [{ port: -1 }, 'port must be a whole number from 0 to 65535, found -1'],
    [{ port: 65_536 }, 'port must be a whole number from 0 to 65535, found 65536'],
    [{ host: 5 as never }, 'host must be the name or the address of this machine, found 5'],
    [{ host: '' }, 'host must be the name or the address of this machine, found ""'],
  ])('%j of listen is rejected in one line', async (options, message) => {
    const listening = openSandbox({}).listen(options);
    await expect(listening).rejects.toThrow(message);
    await expect(listening).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('that are undefined have their defaults', async () => {
    const options: { [Name in keyof Required<SandboxOptions>]: undefined } = {
      data: undefined,
      vendor: undefined,
      seed: undefined,
      scale: undefined,
      edgeCases: undefined,
      clock: undefined,
      life: undefined,
      schemes: undefined,
      v2: undefined,
      envelope: undefined,
      strict: undefined,
      names: undefined,
      onProgress: undefined,
      behavior: undefined,
      tokenLifetime: undefined,
      latency: undefined,
      cors: undefined,
      rules: undefined,
      replay: undefined,
      onRequest: undefined,
      file: undefined,
    };
    const sandbox = createSandbox(options);
    expect(sandbox.examples).toEqual(openSandbox({ data: undefined as never }).examples);
    await sandbox.listen({ port: undefined, host: undefined });
    await sandbox.close();
    const parts = openSandbox({
      clock: { start: undefined, running: undefined },
      behavior: { appear: undefined, pageCap: undefined, zoneless: undefined },
      v2: { keyHeader: undefined, filterParameter: undefined },
    });
    expect(parts.clock.running).toBe(false);
  });

  it('latency delays every response', async () => {
    const sandbox = openSandbox({ latency: 40 });
    stopTime();
    expect(await millisecondsUntil(sandbox.fetch(sandbox.urls.odata))).toBe(40);
  });
});
