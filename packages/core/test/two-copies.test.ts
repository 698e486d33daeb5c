import { describe, expect, it } from 'vitest';
import { importCopy, settled } from '@syncline/testing';
import * as own from '../src/internal.ts';
import { createCall, createEngine, createTransport, rejection, silence, text } from './support/call.ts';

const other = await importCopy<typeof own>(import.meta.resolve('../src/internal.ts'));

const place = { operation: undefined, method: 'GET', path: '/', attempts: 1 };
const limits = {
  timeout: 700,
  deadline: 60_000,
  retries: 0,
  streaming: false,
  deadlineBoundsStream: false,
  signal: undefined,
};
const request = { method: 'GET' };

describe('two copies of the package', () => {
  it('share no class', () => {
    expect(other.ConfigError).not.toBe(own.ConfigError);
    expect(other.CallContext).not.toBe(own.CallContext);
  });

  it.each([
    ['own', 'other', own, other],
    ['other', 'own', other, own],
  ] as const)('recognize each other’s errors (%s errors by %s guards)', (_, __, errors, guards) => {
    for (const error of [
      new errors.ConfigError('port', 'must be a number'),
      new errors.AbortedError(place, 'enough'),
      new errors.TimeoutError(place, 'timeout', 1),
      new errors.ResponseTooLargeError(place, 1),
      new errors.NetworkError(place, new Error('x'), String, 'no complete response'),
    ]) {
      expect(error).not.toBeInstanceOf(guards.SynclineError);
      expect([guards.isSynclineError(error), guards.isConfigError(error)]).toEqual([
        true,
        error.name === 'ConfigError',
      ]);
    }
  });

  it('share one brand', () => {
    expect(other.errorBrand).toBe(own.errorBrand);
  });

  it('pass on each other’s errors: a hook of one under the engine of the other', async () => {
    const error = new other.ConfigError('token', 'must be a text');
    const { transport } = createTransport(text('[]'));
    const engine = createEngine(transport, { prepare: () => Promise.reject(error) });
    expect(await rejection(own.sendRequest(engine, createCall().context))).toBe(error);
  });

  it('work together: the context of one, the engine of the other, and a cancellable transport', async () => {
    const { clock, step } = createCall();
    const reasons: unknown[] = [];
    const transport: own.Transport = Object.assign(silence, {
      withCancellation: (...[, , cancellation]: Parameters<NonNullable<own.Transport['withCancellation']>>) => {
        expect(cancellation).toBeInstanceOf(other.Cancellation);
        cancellation.onCancel = (reason) => void reasons.push(reason);
        return silence();
      },
    });
    const context = new other.CallContext(new other.ClientRequest('https://api.example/', request), limits, clock);
    const response = rejection(own.sendRequest(createEngine(transport), context));
    await settled();
    step();
    const error = await response;
    expect(error).toMatchObject({ code: 'TIMEOUT', limit: 'timeout' });
    expect([reasons, error instanceof other.TimeoutError, own.isSynclineError(error)]).toEqual([[error], true, true]);
  });

  it('retry what the other reports as a network error', async () => {
    const { clock, step } = createCall();
    const { sent, transport } = createTransport(() => Promise.reject(new Error('reset')), text('[]'));
    const context = new other.CallContext(
      new other.ClientRequest('https://api.example/', request),
      { ...limits, retries: 1 },
      clock,
    );
    const engine = createEngine((url, init) =>
      transport(url, init).catch((error: unknown) => {
        throw new other.NetworkError(place, error, String, 'no complete response');
      }),
    );
    const response = own.sendRequest(engine, context);
    await settled();
    step();
    expect((await response).text()).toBe('[]');
    expect(sent).toHaveLength(2);
  });
});
