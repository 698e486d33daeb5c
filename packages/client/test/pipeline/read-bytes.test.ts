import { describe, expect, it } from 'vitest';
import { cancelBody, chunksOf, concat, leave, readBytes } from '../../src/pipeline/read-bytes.ts';
import { settled } from '../support/in-process.ts';

const utf8 = new TextEncoder();
/** Both forms that a body may have, with what became of it. */
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
/** As browsers have it that cannot iterate over a stream. */
const withoutIterator = (chunks: readonly (string | Error)[]) => {
  const { body, seen } = forms['a platform stream'](chunks);
  Object.assign(body, { [Symbol.asyncIterator]: undefined });
  return { body, seen };
};
const joined = (parts: readonly Uint8Array[]) =>
  concat(
    parts,
    parts.reduce((size, { length }) => size + length, 0),
  );
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
    const { parts, end } = await readBytes(body, limit);
    const bytes = joined(parts);
    expect([text(bytes), bytes.length, end, seen.left]).toEqual([whole, whole.length, 'whole', 0]);
  });
  it.each([
    [['abcdef', 'g'], 'abcde', 1],
    [['abc', 'de', 'f', 'g'], 'abcde', 3],
    [['abc', 'def', 'g'], 'abcde', 2],
  ])('is cut at the limit, and let go at once: %j', async (chunks, beginning, asked) => {
    const { body, seen } = make(chunks);
    const { parts, end } = await readBytes(body, 5);
    const bytes = joined(parts);
    expect([text(bytes), end]).toEqual([beginning, 'cut']);
    await settled();
    expect(seen).toEqual({ asked, left: 1 });
  });
  it('that breaks is read up to there, and says why', async () => {
    const { parts, end } = await readBytes(make(['ab', 'c', broken]).body, 5);
    const bytes = joined(parts);
    expect([text(bytes), end]).toEqual(['abc', { error: broken }]);
  });
  it('can be let go of unread', async () => {
    const { body, seen } = make(['a']);
    cancelBody(body);
    await settled();
    expect(seen).toEqual({ asked: 0, left: 1 });
  });
  it('says that it is over where a reader leaves', async () => {
    const { body, seen } = make(['a', 'b']);
    const chunks = chunksOf(body);
    expect(await chunks.next()).toEqual({ done: false, value: utf8.encode('a') });
    expect(await chunks.return?.()).toEqual({ done: true, value: undefined });
    expect(seen.left).toBe(1);
  });
});

describe('letting go', () => {
  it('of no body is nothing', () => expect(cancelBody(null)).toBeUndefined());
  it('asks nothing of an iterable that cannot be left', () => {
    expect(leave({ next: async () => ({ done: true, value: undefined }) })).toBeUndefined();
  });
  it('that fails is nobody’s failure', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    leave({ next: () => Promise.reject(broken), return: () => Promise.reject(broken) });
    await settled();
    await settled();
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });
});
