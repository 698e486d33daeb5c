import { expect, test } from 'vitest';
import { checkLines, longestLine } from '../../src/serve/serve-stdio.ts';

/** Sends a text in pieces, and returns the lines that are passed on and the answers to others. */
function send(text: string, size = 7) {
  const answers: { readonly id: unknown; readonly error: { readonly code: number } }[] = [];
  const lines = checkLines((line) => answers.push(JSON.parse(line)));
  const passed: Buffer[] = [];
  lines.on('data', (chunk: Buffer) => passed.push(chunk));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) lines.write(bytes.subarray(at, at + size));
  return new Promise<{ passed: string; answers: readonly (readonly [id: unknown, code: number])[] }>((done) =>
    lines
      .on('end', () =>
        done({
          passed: Buffer.concat(passed).toString(),
          answers: answers.map(({ id, error }) => [id, error.code] as const),
        }),
      )
      .end(),
  );
}

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ['{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ['{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['{"jsonrpc":"2.0","id":1,"error":"broken"}'],
  ['{"jsonrpc":"2.0","id":"日","method":"ping"}\r'],
])('%j is passed on unchanged', async (line) => {
  expect(await send(`${line}\n${line}\n`)).toEqual({ passed: `${line}\n${line}\n`, answers: [] });
});

test.each([
  ['not json', -32_700, null],
  ['{"jsonrpc":', -32_700, null],
  ['[]', -32_600, null],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600, null],
  ['null', -32_600, null],
  ['42', -32_600, null],
  ['{"id":7,"method":"ping"}', -32_600, 7],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32_600, 'a'],
  ['{"jsonrpc":"2.0","id":7}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
  ['{"jsonrpc":"2.0","id":true,"method":"ping"}', -32_600, null],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, 1.5],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":5}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":null}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":5}}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"progressToken":{}}}}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","extra":1}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}', -32_600, 7],
])('%j is answered with %d', async (line, code, id) => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  expect(await send(`${line}\n\n${ping}\n`)).toEqual({ passed: `${ping}\n`, answers: [[id, code]] });
});

test('a line that is too long is answered, and the next one is passed on', async () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const { passed, answers } = await send(`"${'x'.repeat(2 * longestLine)}"\n${ping}\n`, 65_536);
  expect(passed).toBe(`${ping}\n`);
  expect(answers).toEqual([[null, -32_600]]);
});
