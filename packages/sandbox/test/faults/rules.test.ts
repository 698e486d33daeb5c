import { describe, expect, it } from 'vitest';
import { checkRule, checkRules } from '../../src/faults/check.ts';
import { parseFaultHeader } from '../../src/faults/header.ts';

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
  ])('takes %j', (rule) => {
    expect(checkRule(rule, 'fault')).toBe(rule);
  });

  it.each<[string, unknown]>([
    ['fault: a rule is an object', null],
    ['fault: a rule is an object', [503]],
    ['fault: the rule has no effect', { operation: 'listHistory' }],
    ['fault.stauts: there is no such setting', { stauts: 503 }],
    ['fault.status: 99 is not a whole number from 200 to 599', { status: 99 }],
    ['fault.status: "503" is not a whole number', { status: '503' }],
    ['fault.operation: "history" is none of *, getJob', { operation: 'history', status: 500 }],
    ['fault.times: 0 is not a whole number from 1', { status: 500, times: 0 }],
    ['fault.probability: 1.5 is not a number from 0 to 1', { status: 500, probability: 1.5 }],
    ['fault.probability: null is not a number', { status: 500, probability: Number.NaN }],
    ['fault.delay: "soon" is no duration such as', { delay: 'soon' }],
    ['fault.delay: "2h" is longer than an hour', { delay: '2h' }],
    ['fault.headers: {"a b":"c"} has a header that cannot be sent: "a b"', { headers: { 'a b': 'c' } }],
    ['fault.headers: {"a":"b\\r\\nc"} has a header that cannot be sent: "a"', { headers: { a: 'b\r\nc' } }],
    ['fault.redirect: "x\\r\\nset-cookie: a" is not a text that a header can hold', { redirect: 'x\r\nset-cookie: a' }],
    ['fault.body: "nonsense" is none of', { body: 'nonsense' }],
    ['fault.text: cannot go with body', { body: 'html', text: 'x' }],
    ['fault.socket: cannot go with cutAfter', { cutAfter: 3, socket: 'reset' }],
    ['fault.socket: cannot go with drip', { drip: 3, socket: 'hang' }],
    ['fault.brotli: cannot go with gzip', { gzip: 'whole', brotli: 'whole' }],
    ['fault.earlyHints: cannot go with headerDrip', { headerDrip: 3, earlyHints: '</a>' }],
    ['fault.status: cannot go with raw', { raw: 'x', status: 503 }],
    ['fault.socket: cannot go with outage', { outage: '1s', socket: 'reset' }],
    ['fault.outage: "2h" is longer than an hour', { outage: '2h' }],
    ['fault.earlyHints: "style.css" is no Link such as', { earlyHints: 'style.css' }],
    ['fault.earlyHints: "<a>\\r\\nx: y" is no Link such as', { earlyHints: '<a>\r\nx: y' }],
    ['fault.headers: [] is not an object of texts', { headers: [] }],
    ['fault.expiresIn: true is no number, text or null', { expiresIn: true }],
    ['fault.redirect: "" is empty', { redirect: '' }],
    ['fault.text: 3 is no text', { text: 3 }],
    ['fault.delay: null is no duration', { delay: null }],
    ['fault.retryAfter: -1 is not a whole number', { retryAfter: -1 }],
    ['fault.__proto__: there is no such setting', JSON.parse('{"__proto__":{"status":500}}')],
  ])('refuses with "%s"', (reason, rule) => {
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

  it('names the rule that is wrong', () => {
    expect(() => checkRules([{ status: 500 }, { delay: -1 }])).toThrow('rules[1].delay: -1 is no duration');
    for (const nothing of [null, undefined, {}, 3, 'x', { rules: 1 }])
      expect(() => checkRules(nothing)).toThrow('rules: give an array of rules, or { "rules": […] }');
  });
});

describe('parseFaultHeader', () => {
  it.each([
    ['status=503;retry-after=2', { status: 503, retryAfter: 2 }],
    [' body = html ; status = 502 ;', { body: 'html', status: 502 }],
    ['delay=250', { delay: 250 }],
    ['outage=1s', { outage: '1s' }],
    ['header-drip=20', { headerDrip: 20 }],
    ['raw=220%20smtp%0D%0A', { raw: '220 smtp\r\n' }],
    ['delay=2s', { delay: '2s' }],
    ['retry-after=soon;status=429', { retryAfter: 'soon', status: 429 }],
    ['text=a%3Bb%3D1', { text: 'a;b=1' }],
    ['text=503', { text: '503' }],
    ['redirect=https://b.example/?a=b', { redirect: 'https://b.example/?a=b' }],
    ['expires-in=-1', { expiresIn: -1 }],
  ])('reads %j', (text, want) => {
    expect(parseFaultHeader(text)).toEqual(want);
  });

  it.each([
    ['', 'the rule has no effect'],
    ['status', '"status" is no setting=value'],
    ['status=abc', 'x-syncline-fault.status: "abc" is not a whole number'],
    ['text=%zz', '"%zz" is not percent-encoded'],
    ['status=500;times=2', 'x-syncline-fault.times: a header meets its own request only'],
  ])('refuses %j', (text, reason) => {
    expect(() => parseFaultHeader(text)).toThrow(reason);
  });
});
