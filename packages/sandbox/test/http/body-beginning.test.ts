import { describe, expect, it } from 'vitest';
import { keepBeginning, keptLength } from '../../src/http/observed-request.ts';
import type { ResponseBody } from '../../src/http/response.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const long = 'x'.repeat(keptLength + 1);

async function drain(body: ResponseBody): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of typeof body === 'string' || body instanceof Uint8Array ? [body] : body)
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk);
  return text;
}

async function* later(...chunks: string[]): AsyncIterable<string> {
  yield* chunks;
}

describe('keepBeginning', () => {
  it.each<[string, ResponseBody, string, boolean | undefined]>([
    ['a text', 'abc', 'abc', false],
    ['a long text', long, long.slice(1), true],
    ['bytes', bytes('abc'), 'abc', false],
    ['many bytes', bytes(long), long.slice(1), true],
    ['pieces', ['a', 'b', 'c'], 'abc', false],
    ['long pieces', ['a', long, 'c'], `a${long.slice(2)}`, true],
    ['pieces that arrive later', later('a', 'b'), 'ab', false],
    ['nothing', [], '', undefined],
  ])('keeps the beginning of %s and sends it unchanged', async (_, body, kept, isCut) => {
    const whole = await drain(Symbol.iterator in Object(body) ? body : later('a', 'b'));
    const { body: sent, beginning } = keepBeginning(body);
    expect(await drain(sent)).toBe(whole);
    const { chunk } = beginning;
    expect(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)).toBe(kept);
    expect(beginning.isCut).toBe(isCut);
  });

  it('closes a body that its reader leaves', async () => {
    let closed = false;
    function* pieces(): Iterable<string> {
      try {
        yield 'a';
        yield 'b';
      } finally {
        closed = true;
      }
    }
    for (const _ of keepBeginning(pieces()).body as Iterable<string>) break;
    expect(closed).toBe(true);
  });
});
