import { expect, it } from 'vitest';
import { serviceErrorOf } from '../../src/decode/service-error.ts';
import { showFor } from '../../src/decode/shown-text.ts';

const show = showFor({ scrub: (text) => text });

it('shortens the service’s code and message', () => {
  const { code, message } = serviceErrorOf({ error: { code: 'c'.repeat(60_000), message: 'm'.repeat(60_000) } }, show);
  expect([code, message]).toEqual(['c'.repeat(200), 'm'.repeat(2000)]);
});
it('shows them on one line, without control and bidirectional characters', () => {
  expect(serviceErrorOf({ code: 'A\u001b[31m', message: 'one\r\ntwo\u202Ethree\u2028' }, show)).toEqual({
    code: 'A [31m',
    message: 'one two three',
  });
});
