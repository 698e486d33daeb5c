import { describe, expect, it } from 'vitest';
import { parseFaultHeader, printFaultHeader } from '../../src/faults/faults.ts';

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
    ['', 'x-syncline-fault must have an effect, such as "status": 503'],
    ['status', 'x-syncline-fault must consist of setting=value, found "status"'],
    ['status=abc', 'x-syncline-fault.status must be a whole number from 200 to 599, found "abc"'],
    ['text=%zz', 'x-syncline-fault must be percent-encoded, found "%zz"'],
    ['status=500;times=2', 'x-syncline-fault.times cannot be set in a header, which applies to its own request only'],
  ])('rejects %j', (text, reason) => {
    expect(() => parseFaultHeader(text)).toThrow(reason);
  });
});

describe('printFaultHeader', () => {
  it.each([
    'status=503;retry-after=2',
    'redirect=https://b.example/?a=b',
    'text=a%3Bb%25',
    'text=%20a%20',
    'raw=220 smtp%0D%0A',
    'expires-in=-1',
    'header-drip=20',
    'outage=1s',
  ])('prints %j so that it can be parsed again', (text) => {
    expect(printFaultHeader(parseFaultHeader(text))).toBe(text);
  });

  it('prints settings that a header cannot have as JSON', () => {
    expect(printFaultHeader({ headers: { 'x-a': 'b' } })).toBe('headers={"x-a":"b"}');
  });
});
