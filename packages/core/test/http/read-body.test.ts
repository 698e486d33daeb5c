import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import { cancelBody, cancelChunks, chunksOf, readBody } from '../../src/http/client-response.ts';
import type { TransportResponse } from '../../src/internal.ts';

const utf8 = new TextEncoder();
/** Both forms of a body. `seen` counts the chunks that were read and how often the body was cancelled. */
const forms = {
  'a platform stream': (chunks: readonly (string | Error)[]) => {
    const rest = [...chunks];
    const seen = { asked: 0, left: 0 };
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const chunk = rest.shift();
          if (chunk === undefined) return controller.close();
          if (typeof chunk !== 'string') return controller.error(chunk);
          seen.asked += 1;
          return controller.enqueue(utf8.encode(chunk));
        },
        cancel: () => void (seen.left += 1),
      },
      { highWaterMark: 0 },
    );
    return { body, seen };
  },
  'an async iterable': (chunks: readonly (string | Error)[]) => {
    const rest = [...chunks];
    const seen = { asked: 0, left: 0 };
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      const chunk = rest.shift();
      if (chunk === undefined) return { done: true, value: undefined };
      if (typeof chunk !== 'string') throw chunk;
      seen.asked += 1;
      return { done: false, value: utf8.encode(chunk) };
    };
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next,
        return: async () => ((seen.left += 1), { done: true, value: undefined }),
      }),
    };
    return { body, seen };
  },
};
/** A stream as in browsers that cannot iterate over streams. */
const withoutIterator = (chunks: readonly (string | Error)[]) => {
  const { body, seen } = forms['a platform stream'](chunks);
  Object.assign(body, { [Symbol.asyncIterator]: undefined });
  return { body, seen };
};
const joined = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const responseOf = (body: TransportResponse['body']): TransportResponse => ({
  status: 200,
  headers: new Headers(),
  body,
});
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const broken = new Error('cut');

describe.each(
  Object.entries({ ...forms, 'a platform stream without an iterator': withoutIterator }),
)('%s', (_, make) => {
  it.each([
    [[], '', 5],
    [['abc'], 'abc', 5],
    [['abc', '', 'de'], 'abcde', 5],
    [['abcde'], 'abcde', 5],
  ])('is read whole within the limit: %j', async (chunks, whole, limit) => {
    const { body, seen } = make(chunks);
    const { parts, end } = await readBody(responseOf(body), limit);
    const bytes = joined(parts);
    expect([text(bytes), bytes.length, end, seen.left]).toEqual([whole, whole.length, 'complete', 0]);
  });
  it.each([
    [['abcdef', 'g'], 'abcde', 1],
    [['abc', 'de', 'f', 'g'], 'abcde', 3],
    [['abc', 'def', 'g'], 'abcde', 2],
  ])('is cut at the limit and cancelled immediately: %j', async (chunks, beginning, asked) => {
    const { body, seen } = make(chunks);
    const { parts, end } = await readBody(responseOf(body), 5);
    const bytes = joined(parts);
    expect([text(bytes), end]).toEqual([beginning, 'limit']);
    await settled();
    expect(seen).toEqual({ asked, left: 1 });
  });
  it('in thousands of parts is kept in few pieces', async () => {
    const chunks = Array.from({ length: 5000 }, (_, index) => String(index % 10));
    const { parts, end } = await readBody(responseOf(make(chunks).body), 5000);
    expect([text(joined(parts)), end, parts.length]).toEqual([chunks.join(''), 'complete', 4 + (5000 % 1024)]);
  });
  it('that breaks is read up to that point, with the reason', async () => {
    const { parts, end } = await readBody(responseOf(make(['ab', 'c', broken]).body), 5);
    const bytes = joined(parts);
    expect([text(bytes), end]).toEqual(['abc', { error: broken }]);
  });
  it('can be cancelled unread', async () => {
    const { body, seen } = make(['a']);
    cancelBody({ body });
    await settled();
    expect(seen).toEqual({ asked: 0, left: 1 });
  });
  it('reports its end when a reader leaves', async () => {
    const { body, seen } = make(['a', 'b']);
    const chunks = chunksOf(body);
    expect(await chunks.next()).toEqual({ done: false, value: utf8.encode('a') });
    expect(await chunks.return?.()).toEqual({ done: true, value: undefined });
    expect(seen.left).toBe(1);
  });
});

describe('cancelling', () => {
  it('without a body does nothing', () => expect(cancelBody({ body: null })).toBeUndefined());
  it('does nothing for an iterable without return()', () => {
    expect(cancelChunks({ next: async () => ({ done: true, value: undefined }) })).toBeUndefined();
  });
  it('ignores its own failure', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    cancelChunks({ next: () => Promise.reject(broken), return: () => Promise.reject(broken) });
    await settled();
    await settled();
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });
});

describe('cancelling a value that is not a body', () => {
  const locked = new ReadableStream<Uint8Array>();
  locked.getReader();
  const throwing = () => {
    throw broken;
  };
  it.each<[string, unknown]>([
    ['a text', 'text'],
    ['nothing', undefined],
    ['an object', {}],
    ['a stream that somebody else reads', locked],
    ['an iterable that throws', { [Symbol.asyncIterator]: throwing }],
    ['an iterator that throws', { [Symbol.asyncIterator]: () => ({ return: throwing }) }],
    ['an iterator that returns no promise', { [Symbol.asyncIterator]: () => ({ return: () => 7 }) }],
  ])('never fails: %s', (_, body) => {
    expect(cancelBody({ body: body as never })).toBeUndefined();
  });
});

describe('the limit', () => {
  it('counts what gzip hides', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(64 * 1024);
    const { parts, end } = await readBody(response, 64 * 1024);
    expect([joined(parts).length, end]).toEqual([64 * 1024, 'limit']);
    server.close();
  });
  it('applies to a body that has arrived already', () => {
    const response = { ...responseOf(null), arrived: () => utf8.encode('abcdef') };
    expect(readBody(response, 6)).toEqual({ parts: [utf8.encode('abcdef')], end: 'complete' });
    expect(readBody(response, 5)).toEqual({ parts: [utf8.encode('abcde')], end: 'limit' });
  });
  it('does not matter if there is no body', () => {
    expect(readBody(responseOf(null), 5)).toEqual({ parts: [], end: 'complete' });
  });
});
