import { describe, expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import { CallContext, ClientRequest, guardInCall } from '../../src/internal.ts';
import { createCall, deferred, rejection } from '../support/call.ts';

describe('a function that a call waits for', () => {
  it('is named while it is waited for, whatever its result is', async () => {
    for (const end of ['resolve', 'reject'] as const) {
      const { context } = createCall();
      const { promise, ...settle } = deferred<number>();
      const result = guardInCall(context, 'until', () => promise);
      expect(context.waitingFor?.()).toBe('until');
      settle[end](7);
      await Promise.resolve(result).catch(() => {});
      expect(context.waitingFor).toBeUndefined();
    }
  });

  it('is not named after it has returned at once', () => {
    const { context } = createCall();
    expect(guardInCall(context, 'until', () => 7)).toBe(7);
    expect(context.waitingFor).toBeUndefined();
  });

  it('that returns late does not hide what is waited for now', async () => {
    const { context } = createCall();
    const { promise, resolve } = deferred<number>();
    void guardInCall(context, 'credential.apply', () => promise);
    context.beginAttempt();
    context.waitingFor = () => 'the token endpoint';
    resolve(7);
    await settled();
    expect(context.waitingFor?.()).toBe('the token endpoint');
  });

  it('is named by the error of a wrong value', async () => {
    const { context } = createCall();
    const failure = { code: 'CALLBACK_FAILED', callback: 'until', path: '/app/jobs' };
    expect(
      await rejection(
        Promise.resolve().then(() =>
          guardInCall(
            context,
            'until',
            () => 7,
            () => 'it must return 8',
          ),
        ),
      ),
    ).toMatchObject({
      ...failure,
      message: 'GET /app/jobs: until failed: it must return 8',
    });
    expect(context.wrongValue('until', 'it must wait')).toMatchObject({
      ...failure,
      message: 'GET /app/jobs: until failed: it must wait',
    });
  });
});

describe('the secrets of a call', () => {
  it('are removed, from each list of its requests', () => {
    const { context } = createCall();
    const first = ['first-secret'];
    context.addSecrets(first);
    context.addSecrets(['second-secret', 'its encoding']);
    context.addSecrets(first);
    expect(context.scrub('first-secret second-secret its encoding')).toBe('[redacted] [redacted] [redacted]');
    expect(createCall().context.scrub('first-secret Stryker was here')).toBe('first-secret Stryker was here');
  });

  it('are removed together with the other secrets of the call', () => {
    const { context } = createCall();
    context.addSecrets(['first-secret']);
    context.alsoScrub = (text) => text.replaceAll('other', '-');
    expect(context.scrub('first-secret other')).toBe('[redacted] -');
  });

  it.each([
    [
      'https://a.example/?$filter=confidential&key=of-the-vault#part',
      'x $filter=confidential y key=of-the-vault',
      'x [redacted] y [redacted]',
    ],
    ['https://a.example/?a=bcdefgh#confidential', 'confidential', 'confidential'],
    ['https://a.example/', 'Stryker was here!', 'Stryker was here!'],
  ])('and so are the parts of its query: %s', (url, text, clean) => {
    const { context } = createCall();
    const request = new ClientRequest(url, { method: 'GET' });
    expect(new CallContext(request, context.limits, context.clock).scrub(text)).toBe(clean);
  });
});
