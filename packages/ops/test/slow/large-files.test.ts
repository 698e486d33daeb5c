import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { environments, repeated } from '../support/large-config.ts';

/** If each part is compared with all others, one of these files takes a minute or more. */
test.each([
  ['aliases', `a: &a x\nb:\n${repeated(20_000, () => '  - *a')}`, 1],
  ['aliases without an anchor', `b:\n${repeated(20_000, () => '  - *a')}`, 20_000],
  ['names', `${environments}\n${repeated(40_000, (index) => `k${index}: 1`)}`, 40_000],
  ['equal names', `${environments}\n${repeated(40_000, () => 'k: 1')}`, 39_999],
  [
    'choices',
    `${environments}\nalerts:\n  rules: []\n  webhooks:\n${repeated(8_000, (index) => `    k${index}: { url: [], secrets: [1] }`)}`,
    16_000,
  ],
])('a file with many %s is read in steps that do not grow with it', (_, text, count) => {
  expect(readConfig(text).problems).toHaveLength(count);
});
