import { describe, expect, it } from 'vitest';
import { settleIo } from '../support/fake-time.ts';
import { headersFor, openSandbox } from '../support/sandbox.ts';

describe('listen', () => {
  it('streams a long response to a slow reader, and survives a reader that leaves', async () => {
    const sandbox = openSandbox({
      data: { history: Array.from({ length: 60_000 }, (_, n) => ({ n, details: 'x'.repeat(80) })) },
    });
    const { urls } = await sandbox.listen();
    const address = `${urls.odata}/history`;
    const headers = headersFor(sandbox, 'odata');
    const leaving = await fetch(address, { headers });
    await leaving.body!.cancel();
    const reader = (await fetch(address, { headers })).body!.getReader();
    let text = '';
    const decoder = new TextDecoder();
    for (let next = await reader.read(), turn = 0; !next.done; next = await reader.read(), turn++) {
      text += decoder.decode(next.value, { stream: true });
      if (turn % 20 === 0) await settleIo(1);
    }
    expect((JSON.parse(text) as { value: { n: number }[] }).value.map(({ n }) => n)).toEqual(
      Array.from({ length: 60_000 }, (_, n) => n),
    );
  });
});
