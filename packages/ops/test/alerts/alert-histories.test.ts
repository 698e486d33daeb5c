import { openSqliteStore } from '@syncline/runs/sqlite';
import { test } from 'vitest';
import { compareHistories } from '../support/alert-histories.ts';

test('random histories of runs, configurations and jobs have the alerts that the naive rules say', async () => {
  await compareHistories(400);
});

test('so do histories in a SQLite store', async () => {
  await compareHistories(20, () => openSqliteStore(':memory:', { environment: 'production' }));
});
