import { describe, expect, it } from 'vitest';
import { describeFailure, readResponse } from '../../src/client-credentials/token-exchange.ts';

const call = { scrub: (text: string) => text };
const json = { get: (name: string) => (name === 'content-type' ? 'application/json' : null) };

/** Runs with a name on the prototype of all objects, as after an attack on another package. */
function polluted<Result>(name: string, value: unknown, run: () => Result): Result {
  const root = Object.getPrototypeOf({}) as Record<string, unknown>;
  root[name] = value;
  try {
    return run();
  } finally {
    delete root[name];
  }
}

describe('a polluted prototype', () => {
  it('makes no token of a refusal', () => {
    const response = { headers: json, ok: false, status: 401 };
    const read = () => readResponse(response, { error: 'invalid_client' }, call, 0, undefined);
    const { value, message } = polluted('value', 'stolen', read) as { value: unknown; message: string };
    expect(value).toBeUndefined();
    expect(message).toBe('The token endpoint returned 401: invalid_client');
  });

  it('adds nothing to a failure', () => {
    const timeout = { code: 'TIMEOUT', waitingFor: undefined, milliseconds: 5 };
    const describe = () => describeFailure(timeout, 'the token endpoint at auth.example.com');
    expect(polluted('details', { status: 200 }, () => Object.hasOwn(describe() ?? {}, 'details'))).toBe(true);
    expect(describe()).toEqual({
      value: undefined,
      message: 'No response from the token endpoint at auth.example.com within 5 ms',
      details: undefined,
    });
  });
});
