import { expect } from 'vitest';
import type { Installation } from './services.ts';

/** Checks that no text shows the secret, either unchanged or in Base64 as part of a header. */
export function expectNoSecret({ secret }: Pick<Installation, 'secret'>, ...texts: readonly string[]): void {
  for (const text of texts) {
    expect(text).not.toContain(secret);
    for (const [encoded] of text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g))
      expect(Buffer.from(encoded, 'base64').toString('latin1')).not.toContain(secret);
  }
}
