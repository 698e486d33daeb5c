import { describe, expect, test } from 'vitest';
import type { PostgresQuery } from '../../src/postgres/index.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { eventOf, write } from '../support/stored.ts';

const postgres = usePostgres();

describe.skipIf(noPostgres)('deliver', () => {
  const count = async () => (await postgres.sql('SELECT count(*)::int AS count FROM effects'))[0]?.['count'];
  const setUp = async () => {
    const store = await postgres.open();
    await postgres.sql('CREATE TABLE effects (id text PRIMARY KEY)');
    await write(store, { events: Array.from({ length: 25 }, (_, n) => eventOf(`e${n}`)) });
    return store;
  };
  const insert = async ({ id }: { id: string }, query: PostgresQuery) =>
    void (await query(`INSERT INTO ${postgres.schema}.effects VALUES ($1)`, [id]));

  test('runs the effect and the acknowledgement in one transaction', async () => {
    const store = await setUp();
    expect(await store.deliver('alerts', insert, 10)).toBe(10);
    expect(await store.readCursor('alerts')).toBe(10);
    const failing = store.deliver('alerts', async (event, query) => {
      await insert(event, query);
      if (event.id === 'e14') throw new Error('no mail today');
    });
    await expect(failing).rejects.toThrow(/^no mail today$/);
    expect([await store.readCursor('alerts'), await count()]).toEqual([10, 10]);
    // The old transaction still locks the consumer until the server notices that the connection was closed.
    let delivered = 0;
    while (delivered === 0) delivered = await store.deliver('alerts', insert);
    expect(delivered).toBe(15);
    expect(await store.deliver('alerts', insert)).toBe(0);
    expect([await store.readCursor('alerts'), await count()]).toEqual([25, 25]);
  });

  test('lets one worker at a time deliver to a consumer', async () => {
    const [one, other] = [await setUp(), await postgres.open()];
    const during: number[] = [];
    const delivered = await one.deliver('alerts', async (event, query) => {
      await insert(event, query);
      if (event.position === 3)
        during.push(await other.deliver('alerts', insert), await other.deliver('mail', () => {}));
    });
    expect([delivered, during, await count()]).toEqual([25, [0, 25], 25]);
  });

  test('loses nothing and repeats nothing if the database fails in the middle', async () => {
    const store = await setUp();
    const failing = store.deliver('alerts', async (event, query) => {
      if (event.position === 20) await postgres.server.stop('immediate');
      await insert(event, query);
    });
    await expect(failing).rejects.toThrow();
    await postgres.server.start();
    expect([await store.readCursor('alerts'), await count()]).toEqual([0, 0]);
    expect(await store.deliver('alerts', insert)).toBe(25);
    expect(await count()).toBe(25);
  });
});
