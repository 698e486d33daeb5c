import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/insight/fingerprint.ts';

describe('fingerprintOf', () => {
  test.each<[what: string, texts: readonly string[], template: string]>([
    [
      'numbers',
      ['Timed out after 30 seconds', 'Timed out after 1,200.5 seconds', 'Timed out after 1 second.'],
      'timed out after <n> second',
    ],
    ['digits of other scripts', ['Fehler nach ١٢ Sekunden', 'Fehler nach 12 Sekunden'], 'fehler nach <n> sekunden'],
    [
      'GUIDs',
      ['Run 0F8FAD5B-D9CB-469F-A165-70867728950E failed', 'Run 7c9e6679-7425-40de-944b-e07fc1f90ae7 failed'],
      'run <id> failed',
    ],
    ['hexadecimal digits', ['Lock 0xDEADBEEF held', 'Lock 0x1 held', 'Lock 9f86d081884c7d65 held'], 'lock <id> held'],
    [
      'ids of letters and digits',
      ['Request a7Gf93kQ2 was throttled', 'Request 9zK3p1LmW8x was throttled'],
      'request <id> was throttled',
    ],
    ['numbered ids', ['Slot repl_slot_12 is active', 'Slot repl_slot_7 is active'], 'slot repl_slot_<n> is active'],
    [
      'times',
      [
        'No response since 2026-03-02T08:00:00Z',
        'No response since 2026-03-02 08:00:00.123+01:00',
        'No response since 3/2/2026 8:00:00 AM',
        'No response since 02.03.2026, 08:00',
        'No response since Mar 2, 2026 08:00:00',
        'No response since Monday, 2 March 2026 at 08:00',
        'No response since 2. März 2026 um 08:00 Uhr',
        'No response since 2 de marzo de 2026 a las 8:00',
        'No response since 2026年3月2日 08:00',
      ],
      'no response since <time>',
    ],
    [
      'quoted names',
      [
        'Table "Orders" is gone',
        "Table 'O'Brien' is gone",
        'Table „Aufträge“ is gone',
        'Table «Commandes» is gone',
        'Table `a b` is gone',
        'Table 「注文」 is gone',
        'Table “x” is gone',
        'Table ‘x’ is gone',
      ],
      'table <name> is gone',
    ],
    [
      'addresses and ports',
      ['Could not connect to 10.0.0.17:5432', 'Could not connect to 192.168.1.2:1433'],
      'could not connect to <n>:<n>',
    ],
    [
      'numbers in paths, and queries',
      ['GET https://a.example.com/v2/17/x?token=abc failed', 'GET https://a.example.com/v2/4/x#b failed'],
      'get https://a.example.com/v<n>/<n>/x failed',
    ],
    [
      'addresses of people',
      ['Mail to ann@example.com bounced', 'Mail to bob.b@mail.example.org bounced'],
      'mail to <email> bounced',
    ],
    ['white space, case and a full stop', ['Disk  full.', 'DISK\nfull', 'disk\u00a0full!'], 'disk full'],
  ])('ignores %s', (_what, texts, template) => {
    expect(texts.map((text) => fingerprintOf(text).template)).toEqual(texts.map(() => template));
    expect(new Set(texts.map((text) => fingerprintOf(text).id)).size).toBe(1);
  });

  test.each([
    ['ORA-12541: TNS:no listener', 'ORA-01017: TNS:no listener'],
    ['The server returned HTTP 401', 'The server returned HTTP 503'],
    ['Status code: 429', 'Status code: 500'],
    ['SQLSTATE[08001] failed', 'SQLSTATE[42P01] failed'],
    ['Error 1045 at login', 'Error 2002 at login'],
    ["Don't retry: it isn't there", "Don't retry: it wasn't there"],
    ['', 'x'],
  ])('distinguishes %j and %j', (left, right) => {
    expect(fingerprintOf(left).id).not.toBe(fingerprintOf(right).id);
  });

  test('ignores given names, also with the special characters of patterns', () => {
    const one = fingerprintOf('Job Orders (1) [x] stopped', ['Orders (1) [x]']);
    expect(one.template).toBe('job <name> stopped');
    expect(fingerprintOf('Job B stopped', ['B']).template).toBe('job b stopped');
  });

  test('is stable: a change of the rules must change its version', () => {
    expect(fingerprintOf("Timed out after 30 s reading 'Orders' (ORA-12541)")).toEqual({
      id: 'f1-1b94ac132de6e51f',
      template: 'timed out after <n> s reading <name> (ora-12541)',
    });
  });

  test('takes no longer for texts that are designed to be slow', () => {
    for (const unit of [
      "'",
      '"',
      '1',
      'a1',
      '1.',
      ':',
      'a@',
      '<time> ',
      '2 de ',
      'A-1',
      'error ',
      '://?',
      '\u201e',
      '0x',
      'status ',
      'f',
      "'a ",
    ]) {
      const text = unit.repeat(200_000 / unit.length);
      expect(fingerprintOf(text).template.length).toBeLessThanOrEqual(300);
      expect(fingerprintOf(`x ${text} y`).id).toMatch(/^f1-[0-9a-f]{16}$/);
    }
  });
});
