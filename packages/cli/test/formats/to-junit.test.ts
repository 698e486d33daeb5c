import { expect, test } from 'vitest';
import { toJUnitSuite } from '../../src/formats/to-junit.ts';

/** Every character that XML 1.0 allows (section 2.2). */
const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

test('a report is XML, whatever the texts of the service contain', () => {
  const units = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
  for (let from = 0; from < units.length; from += 256) {
    const text = `a${units.slice(from, from + 256).join('b')}`;
    const report = toJUnitSuite('freshness', [
      { name: text },
      { name: 'x', failure: text },
      { name: 'y', error: text },
    ]);
    expect(report).toMatch(allowed);
  }
  expect(toJUnitSuite('s', [{ name: 'a\uffffb\ufffe<&>"' }])).toContain('name="a\ufffdb\ufffd&lt;&amp;&gt;&quot;"');
});
