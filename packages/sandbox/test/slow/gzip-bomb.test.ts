import { expect, it } from 'vitest';
import { gzip } from '../../src/faults/transfer-settings.ts';
import { bytes } from '../support/body.ts';

it('a gzip bomb is small on the wire', async () => {
  expect((await bytes(gzip('[]', 'bomb'))).length).toBeLessThan(400_000);
});
