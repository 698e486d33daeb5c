import { expect, it } from 'vitest';
import { bundleSize } from '../../bench/src/size/bundle.ts';
import { ourPrograms } from '../../bench/src/size/programs.ts';

const sizeOf = async (program: string): Promise<number> =>
  (await bundleSize(program, new URL('.', import.meta.url), ['@syncline/source'])).gzipped;

it.each([
  ['clientCredentials', 8_710],
  ['basic', 2_970],
])('%s alone is at most %d bytes', async (name, most) => {
  expect(await sizeOf(`export { ${name} } from '@syncline/auth'`)).toBeLessThanOrEqual(most);
});

it('client credentials add at most 1,800 bytes to a client', async () => {
  const without = await sizeOf(ourPrograms['OData client without a credential, one filter']);
  const withThem = await sizeOf(ourPrograms['OData client, client credentials, one filter']);
  expect(withThem - without).toBeLessThanOrEqual(1_800);
});
