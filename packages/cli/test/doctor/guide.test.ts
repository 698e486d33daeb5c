import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { causeIds } from '../../src/doctor/causes.ts';
import { repository } from '../support/description-copy.ts';

test('the guide has a row for every cause', async () => {
  const guide = await readFile(join(repository, 'packages/docs/src/content/docs/guides/doctor.md'), 'utf8');
  const [, table = ''] = guide.split('## Causes');
  const rows = [...table.matchAll(/^\| `([\w-]+)` \| \w/gm)].map(([, id]) => id);
  expect(rows).toEqual([...causeIds, 'query-option-refused', 'query-option-ignored']);
});
