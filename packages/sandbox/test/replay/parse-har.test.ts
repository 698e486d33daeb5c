import { describe, expect, it } from 'vitest';
import { parseHar } from '../../src/replay/read-har.ts';

const entries = ['first, [1]', 'a line\nof its own]}}', '"quoted",'].map((text) => ({ response: { text } }));
/** As the recorder of `@syncline/client` writes it. */
const file = `{"log":{"version":"1.2","entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}}\n`;
const last = file.lastIndexOf('\n{');

describe('parseHar', () => {
  it('parses a complete file', () =>
    expect(parseHar(file)).toEqual({ har: { log: { version: '1.2', entries } }, isCut: false }));

  it('returns the entries before a cut, wherever it is in the last entry', () => {
    const bracket = file.lastIndexOf('}}');
    for (let end = last + 1; end <= bracket; end++)
      expect(parseHar(file.slice(0, end)), file.slice(last, end)).toEqual({
        har: { log: { version: '1.2', entries: entries.slice(0, -1) } },
        isCut: true,
      });
  });

  it('returns the entries before a comma that was written over the old end', () => {
    const before = `${file.slice(0, last - 1)}\n]}}\n`;
    const cut = `${before.slice(0, last - 1)},${before.slice(last)}`;
    expect(() => JSON.parse(cut) as unknown).toThrow();
    expect(parseHar(cut).isCut).toBe(true);
  });

  it('throws the error of JSON without a complete entry, and for any other text', () => {
    for (const text of [
      '',
      '{',
      file.slice(0, file.indexOf('\n') + 20),
      JSON.stringify({ log: { entries } }, null, 2).slice(0, -10),
      'a,\nb,\nc',
      '{"log":{"entries":[\nnot JSON,\n{"resp',
    ])
      expect(() => parseHar(text), text).toThrow(SyntaxError);
  });
});
