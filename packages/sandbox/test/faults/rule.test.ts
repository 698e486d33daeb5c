import { describe, expect, it } from 'vitest';
import { checkRule, checkRules } from '../../src/faults/rule.ts';

describe('checkRule', () => {
  it.each([
    { status: 503, retryAfter: 2 },
    { operation: 'listHistory', times: 3, after: 1, probability: 0.5, socket: 'reset' },
    { operation: '*', body: 'half' },
    { retryAfter: 'soon', status: 429 },
    { delay: '2s' },
    { drip: 10 },
    { cutAfter: 0 },
    { expiresIn: null },
    { redirect: 'https://elsewhere.example/x', status: 307 },
    { headers: { 'X-Thing': 'a' } },
    { headerBytes: 20_000 },
    { gzip: 'bomb' },
    { contentType: 'text/plain' },
    { text: '' },
    { contentType: null },
    { brotli: 'cut', status: 502 },
    { headerDrip: 5, socket: 'stall', cutAfter: 3 },
    { earlyHints: '</a>; rel=preload' },
    { raw: 'HTTP/1.1 abc\r\n\r\n', delay: 5 },
    { outage: '2s', times: 1 },
  ])('accepts %j', (rule) => {
    expect(checkRule(rule, 'fault')).toBe(rule);
  });

  it.each<[string, unknown]>([
    ['fault must be an object, such as { "status": 503 }', null],
    ['fault must be an object, such as { "status": 503 }', [503]],
    ['fault must have an effect, such as "status": 503', { operation: 'listHistory' }],
    ['fault.stauts is not a setting of a fault: did you mean status?', { stauts: 503 }],
    ['fault.status must be a whole number from 200 to 599, found 99', { status: 99 }],
    ['fault.status must be a whole number from 200 to 599, found "503"', { status: '503' }],
    ['fault.operation must be one of *, getJob', { operation: 'history', status: 500 }],
    ['fault.times must be a whole number from 1 to 1000000000, found 0', { status: 500, times: 0 }],
    ['fault.probability must be a number from 0 to 1, found 1.5', { status: 500, probability: 1.5 }],
    ['fault.probability must be a number from 0 to 1, found null', { status: 500, probability: Number.NaN }],
    ['fault.delay must be a duration such as 250 (milliseconds) or "2s", found "soon"', { delay: 'soon' }],
    ['fault.delay must be at most one hour, found "2h"', { delay: '2h' }],
    [
      'fault.headers must contain only headers that can be sent; "a b" cannot, found {"a b":"c"}',
      { headers: { 'a b': 'c' } },
    ],
    [
      'fault.headers must contain only headers that can be sent; "a" cannot, found {"a":"b\\r\\nc"}',
      { headers: { a: 'b\r\nc' } },
    ],
    [
      'fault.redirect must be a string of printable ASCII characters, as in a header, found "x\\r\\nset-cookie: a"',
      { redirect: 'x\r\nset-cookie: a' },
    ],
    ['fault.body must be one of empty, html, ', { body: 'nonsense' }],
    ['fault.text cannot be combined with body', { body: 'html', text: 'x' }],
    ['fault.cutAfter cannot be combined with socket', { cutAfter: 3, socket: 'reset' }],
    ['fault.status cannot be combined with socket', { status: 503, socket: 'reset' }],
    ['fault.headers cannot be combined with socket', { headers: { a: 'b' }, socket: 'close' }],
    ['fault.gzip cannot be combined with socket', { gzip: 'whole', socket: 'hang' }],
    ['fault.socket cannot be combined with drip', { drip: 3, socket: 'hang' }],
    ['fault.brotli cannot be combined with gzip', { gzip: 'whole', brotli: 'whole' }],
    ['fault.earlyHints cannot be combined with headerDrip', { headerDrip: 3, earlyHints: '</a>' }],
    ['fault.status cannot be combined with raw', { raw: 'x', status: 503 }],
    ['fault.socket cannot be combined with outage', { outage: '1s', socket: 'reset' }],
    ['fault.outage must be at most one hour, found "2h"', { outage: '2h' }],
    [
      'fault.earlyHints must be a Link value such as </style.css>; rel=preload, found "style.css"',
      { earlyHints: 'style.css' },
    ],
    [
      'fault.earlyHints must be a Link value such as </style.css>; rel=preload, found "<a>\\r\\nx: y"',
      { earlyHints: '<a>\r\nx: y' },
    ],
    ['fault.headers must be an object of strings, found []', { headers: [] }],
    ['fault.expiresIn must be a number, a string or null, found true', { expiresIn: true }],
    ['fault.redirect must not be empty, found ""', { redirect: '' }],
    ['fault.text must be a string, found 3', { text: 3 }],
    ['fault.delay must be a duration such as 250 (milliseconds) or "2s", found null', { delay: null }],
    ['fault.retryAfter must be a whole number from 0 to 1000000000, found -1', { retryAfter: -1 }],
    ['fault.__proto__ is not a setting of a fault: ', JSON.parse('{"__proto__":{"status":500}}')],
  ])('rejects with "%s"', (reason, rule) => {
    expect(() => checkRule(rule, 'fault')).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(reason) as string }),
    );
    expect(() => checkRule(rule, 'fault')).toThrow(/^[^\n]+$/);
  });
});

describe('checkRules', () => {
  it("reads an array, or a file's object", () => {
    expect(checkRules([{ status: 500 }])).toEqual([{ status: 500 }]);
    expect(checkRules({ rules: [{ status: 500 }] })).toEqual([{ status: 500 }]);
  });

  it('names the invalid rule', () => {
    expect(() => checkRules([{ status: 500 }, { delay: -1 }])).toThrow(
      'rules[1].delay must be a duration such as 250 (milliseconds) or "2s", found -1',
    );
    for (const nothing of [null, undefined, {}, 3, 'x', { rules: 1 }])
      expect(() => checkRules(nothing)).toThrow('rules must be an array of rules, or { "rules": […] }');
  });
});
