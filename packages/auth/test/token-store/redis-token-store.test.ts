import { describe, expect, it } from 'vitest';
import { redisTokenStore } from '../../src/redis/index.ts';

/** A client that looks up its answer by the first word of the command, in the calling style of either library. */
const clientOf = (answers: Readonly<Record<string, unknown>>) => {
  const sent: string[][] = [];
  const answer = (args: string[]): Promise<unknown> => {
    sent.push(args);
    return Promise.resolve(answers[args[0] as string] ?? null);
  };
  return {
    sent,
    ioredis: { call: (command: string, ...args: string[]) => answer([command, ...args]) },
    redis: { sendCommand: answer },
  };
};

describe.each(['ioredis', 'redis'] as const)('redisTokenStore over the commands of %s', (library) => {
  it.each<[string, unknown, unknown, object | undefined]>([
    ['its value and its time', 'v', 5, { value: 'v', remainingMs: 5 }],
    ['them as bytes', new TextEncoder().encode('v'), new TextEncoder().encode('5'), { value: 'v', remainingMs: 5 }],
    ['them as a text and a bigint', 'v', 5n, { value: 'v', remainingMs: 5 }],
    ['nothing', null, -2, undefined],
    ['a time, but no longer a value', null, 5, undefined],
    ['a value without a time', 'v', -1, undefined],
    ['a value whose time is over', 'v', 0, undefined],
  ])('get() when Redis has %s', async (_, GET, PTTL, expected) => {
    const client = clientOf({ GET, PTTL });
    expect(await redisTokenStore(client[library]).get('a')).toEqual(expected);
    expect(client.sent).toEqual([
      ['PTTL', 'a'],
      ['GET', 'a'],
    ]);
  });

  it('set() keeps a value for its lifetime', async () => {
    const client = clientOf({ SET: 'OK' });
    await redisTokenStore(client[library]).set('a', 'v', 5000);
    expect(client.sent).toEqual([['SET', 'a', 'v', 'PX', '5000']]);
  });

  it('lock() is held by one client, which releases it with its own mark', async () => {
    const client = clientOf({ SET: 'OK', EVAL: 1 });
    const release = await redisTokenStore(client[library]).lock('a', 5000);
    await release!();
    const [[, name, owner, ...options] = [], [command, , ...released] = []] = client.sent;
    expect([name, options]).toEqual(['a:lock', ['NX', 'PX', '5000']]);
    expect([command, released]).toEqual(['EVAL', ['1', 'a:lock', owner]]);
    expect(await redisTokenStore(clientOf({ SET: null })[library]).lock('a', 5000)).toBeUndefined();
  });

  it.each([true, {}, []])('refuses %j, which is no reply of Redis', async (GET) => {
    const store = redisTokenStore(clientOf({ GET, PTTL: 5 })[library]);
    await expect(store.get('a')).rejects.toThrow(TypeError);
  });
});
