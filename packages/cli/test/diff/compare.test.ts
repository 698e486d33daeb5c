import { expect, test } from 'vitest';
import type { Change } from '../../src/diff/change.ts';
import { compare } from '../../src/diff/compare.ts';
import { AFTER, BEFORE } from './shop.ts';
import { SHOP_CHANGES } from './shop-changes.ts';

/** All that is known of a change, in four lines. */
const shown = ({ bump, topic, message, why, kind, document, before, after, action, ...about }: Change): string =>
  [
    `${bump} ${topic}: ${message} ${why === null ? '' : `(${why})`}`.trim(),
    `  ${document} ${kind}: ${before} → ${after}`,
    `  ${Object.entries(about)
      .flatMap(([name, list]) => (list.length === 0 ? [] : [`${name} ${list.join(' ')}`]))
      .join('; ')}`,
    `  ${action}`,
  ].join('\n');

test('each change says how it is rated and why, what it is about, what stood there, and what to do', async () => {
  const report = await compare([BEFORE], [AFTER]);
  expect(report.changes.map(shown).sort()).toEqual([...SHOP_CHANGES].sort());
  expect(report.bump).toBe('major');
  expect(report.packages).toEqual({
    '@syncline/openapi': 'major',
    '@syncline/client': 'major',
    '@syncline/sandbox': 'major',
  });
});

test('equal documents have no changes, and a document may come or go', async () => {
  expect(await compare([BEFORE], [BEFORE])).toEqual({ bump: 'none', changes: [], packages: {} });
  const operations = 'operations listOrders createOrder listClerks createClerk listReports getStock listPrices';
  const quoted = '`listOrders`, `createOrder`, `listClerks`, `createClerk`, `listReports`, `getStock`, `listPrices`';
  const away = await compare([BEFORE], []);
  expect(away.changes.map(shown)).toEqual([
    `major document-removed: The document shop was removed.
  shop removed: null → null
  ${operations}; calls shop.orders.list
  Remove this use: the service no longer offers ${quoted}.`,
  ]);
  const come = await compare([], [BEFORE]);
  expect(come.changes.map(shown)).toEqual([
    `minor document-added: The document shop was added.
  shop added: null → null
  ${operations}; calls shop.orders.list
  null`,
  ]);
  expect([away.bump, come.bump]).toEqual(['major', 'minor']);
});
