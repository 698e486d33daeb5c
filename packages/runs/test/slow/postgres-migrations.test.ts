import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../src/postgres/schema.ts';
import { killedConnection } from '../support/killed-connection.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { recountOf, rollUpsOf } from '../support/run-histories.ts';
import { allRuns, runOf, write } from '../support/stored.ts';

const fixtures = join(import.meta.dirname, '../postgres/fixtures');
const earlier = migrations.slice(0, -1).map((_, index) => index + 1);
const postgres = usePostgres();
const everything = { since: -1e9, until: 2e12, jobs: ['Orders'] };

test('every earlier version of the schema has a fixture', () => {
  expect(readdirSync(fixtures).sort()).toEqual(earlier.map((version) => `version-${version}.sql`));
});

describe.skipIf(noPostgres)('an earlier version is migrated to the latest one without loss', () => {
  const columnsOf = (schema: string) =>
    postgres.sql(
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = '${schema}' AND table_name !~ '_[0-9]{4}_[0-9]{2}$' ORDER BY 1, 2`,
    );

  const createOld = async (version: number): Promise<void> => {
    await postgres.sql(`CREATE SCHEMA ${postgres.schema}`);
    // One statement at a time, because pg refuses several statements with parameters.
    const statements = readFileSync(join(fixtures, `version-${version}.sql`), 'utf8').split(/;\n(?=[A-Z])/);
    for (const statement of statements) await postgres.sql(statement);
  };

  test('one that was killed continues', async () => {
    await createOld(3);
    const shares: number[] = [];
    const options = {
      environment: 'production',
      onMigration: (share: number) => {
        if (shares.push(share) < 3) throw new Error('killed');
      },
    };
    for (const _ of [1, 2]) await expect(postgres.open(options)).rejects.toThrow('killed');
    const store = await postgres.open(options);
    expect(shares).toEqual([expect.closeTo(1 / 6), 0.5]);
    expect(await rollUpsOf(store, everything)).toEqual(await recountOf(store, everything.jobs));
  });

  test('one that is killed between any two statements goes on', async () => {
    const connection = killedConnection(postgres.database);
    const options = { environment: 'production' };
    const found = async () => {
      const store = await postgres.open(options);
      const rollUps = await rollUpsOf(store, everything);
      expect(rollUps).toEqual(await recountOf(store, everything.jobs));
      const versions = await postgres.sql('SELECT * FROM run_versions ORDER BY key, number');
      return [rollUps, await allRuns(store), await store.readDays(), versions, await columnsOf(postgres.schema)];
    };
    await createOld(1);
    const expected = await found();
    for (let killed = 0; ; killed += 1) {
      await postgres.sql(`DROP SCHEMA ${postgres.schema} CASCADE`);
      await createOld(1);
      connection.killBefore(killed + 1);
      const opened = await postgres.open(options, connection.database).then(
        () => true,
        () => false,
      );
      expect(opened).toBe(connection.statements <= killed);
      connection.killBefore(Number.POSITIVE_INFINITY);
      expect(await found(), `killed before statement ${killed + 1}`).toEqual(expected);
      if (!opened) continue;
      expect(killed).toBeGreaterThan(40);
      return;
    }
  });

  test.each(earlier)('version %d', async (version) => {
    await createOld(version);
    const store = await postgres.open({ environment: 'production' });
    expect((await store.begin())?.state).toBe('{"highWater":1772000000000}');
    expect(await allRuns(store)).toMatchObject([{ key: 'a', rows: 12, firstSeen: 1_772_000_001_000 }]);
    expect((await store.readEvents(await store.readCursor('alerts'), 10)).map(({ id }) => id)).toEqual(['e3']);
    expect(await store.readAlerts('alerts')).toEqual({ fence: '0', position: 2, alerts: [] });
    expect(await store.readIdentity()).toMatchObject({ id: '0123456789abcdef0123456789abcdef' });
    expect(await store.readJobs({ limit: 9 })).toMatchObject([{ job: 'Orders', streak: { runs: 1 } }]);
    expect(await rollUpsOf(store, everything)).toEqual(await recountOf(store, everything.jobs));
    await write(store, { runs: [runOf('d')] });
    expect(await rollUpsOf(store, everything)).toEqual(await recountOf(store, everything.jobs));

    const fresh = `${postgres.schema}_new`;
    await postgres.open({ schema: fresh });
    const columns = await columnsOf(postgres.schema);
    expect(columns.length).toBeGreaterThan(60);
    expect(columns).toEqual(await columnsOf(fresh));
  });
});
