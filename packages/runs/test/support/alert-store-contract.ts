import { describe, expect, test } from 'vitest';
import { isFenceError } from '../../src/index.ts';
import type { AlertStore, ClaimQuery, OutboxMessage, StoredAlert } from '../../src/store/alert-store.ts';
import type { Store } from '../../src/store/store.ts';
import { eventOf, write } from './stored.ts';

type Kept = Store & AlertStore;

/** The functions with which the tests open one kind of store. */
export interface AlertStoreKind {
  /** Opens the store of this test. Each call opens the same store, as another process would */
  readonly open: () => Promise<Kept>;
  /** Makes the claims of messages expire */
  readonly expireClaims: () => Promise<void>;
}

const alertOf = (job: string, facts: Partial<StoredAlert> = {}): StoredAlert => ({
  job,
  kind: 'run',
  status: 'open',
  since: 1_772_000_000_123,
  data: '{"bad":1}',
  ...facts,
});
const messageOf = (id: string, facts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id,
  target: 'ops',
  job: 'Orders',
  at: 1_772_000_000_123,
  body: `{"id":"${id}"}`,
  ...facts,
});
const change = async (
  store: Kept,
  alerts: readonly StoredAlert[],
  messages: readonly OutboxMessage[],
  position = 0,
) => {
  const { fence } = await store.readAlerts('alerts');
  return store.writeAlerts({ consumer: 'alerts', fence, position, alerts, messages });
};
const claim = (store: Kept, given: Partial<ClaimQuery> = {}) =>
  store.claimMessages({ targets: ['ops', 'mail'], now: 5_000, lease: 60_000, limit: 10, ...given });

/** The tests of alerts that every store must pass, whichever engine it uses. */
export function describeAlertStore(name: string, kind: () => AlertStoreKind): void {
  describe(name, () => {
    const open = (): Promise<Kept> => kind().open();

    test('keeps alerts, messages and the cursor over a restart', async () => {
      const first = await open();
      expect(await first.readAlerts('alerts')).toEqual({ fence: '0', position: 0, alerts: [] });
      await write(first, { events: ['e1', 'e2', 'e3'].map((id) => eventOf(id)) });
      const text = `'"\\ {a,b} $1 \u00e4\u{1f600}\n`;
      const alerts = [alertOf('Orders'), alertOf(text, { kind: 'stale', data: JSON.stringify({ text }) })];
      await change(first, alerts, [messageOf('m1', { body: text })], 2);
      await first.close();

      const second = await open();
      expect(await second.readAlerts('alerts')).toEqual({ fence: '1', position: 2, alerts });
      expect(await second.readCursor('alerts')).toBe(2);
      expect((await second.readMessages({ limit: 10 })).map(({ id, body }) => [id, body])).toEqual([['m1', text]]);
      await change(second, [alertOf('Orders', { status: 'closed', since: -5 })], [], 1);
      const { position, alerts: changed } = await second.readAlerts('alerts');
      expect([position, changed[0]]).toEqual([2, alertOf('Orders', { status: 'closed', since: -5 })]);
      expect((await second.readAlerts('others')).alerts).toEqual([]);
    });

    test('the second of two writers is refused, and nothing of its change is written', async () => {
      const [one, other] = [await open(), await open()];
      const [first, second] = [await one.readAlerts('alerts'), await other.readAlerts('alerts')];
      const written = { consumer: 'alerts', position: 0, alerts: [alertOf('Orders')], messages: [messageOf('m1')] };
      const next = await one.writeAlerts({ ...written, fence: first.fence });
      const stale = other.writeAlerts({ ...written, messages: [messageOf('m2')], fence: second.fence });
      await expect(stale).rejects.toSatisfy(isFenceError);
      await one.writeAlerts({ ...written, messages: [messageOf('m3')], fence: next });
      expect((await one.readMessages({ limit: 10 })).map(({ id }) => id)).toEqual(['m3', 'm1']);
    });

    test('a change that fails leaves nothing behind', async () => {
      const store = await open();
      await change(store, [], [messageOf('m1')]);
      await expect(change(store, [alertOf('Orders')], [messageOf('m2'), messageOf('m1')])).rejects.toThrow();
      expect(await store.readAlerts('alerts')).toMatchObject({ fence: '1', alerts: [] });
      expect(await store.readMessages({ limit: 10 })).toHaveLength(1);
    });

    test('messages of one job to one receiver are claimed one after the other', async () => {
      const store = await open();
      const messages = [
        messageOf('o1'),
        messageOf('o2'),
        messageOf('s1', { job: 'Stock' }),
        messageOf('o1', { target: 'mail' }),
        messageOf('x', { target: 'unknown' }),
      ];
      await change(store, [], messages);
      expect((await claim(store, { limit: 1 })).map(({ id }) => id)).toEqual(['o1']);
      // A claimed message still counts as waiting.
      const { at } = messageOf('o1');
      expect(await store.readBacklog()).toEqual([
        { target: 'mail', waiting: 1, oldest: at },
        { target: 'ops', waiting: 3, oldest: at },
        { target: 'unknown', waiting: 1, oldest: at },
      ]);
      const [stock, mail] = await claim(store);
      expect([stock?.id, stock?.target, mail?.id, mail?.target]).toEqual(['s1', 'ops', 'o1', 'mail']);
      expect(await claim(store)).toEqual([]);
      if (stock === undefined || mail === undefined) throw new Error('no claim');
      expect(await store.settleMessage(stock, { status: 'delivered', at: 6_000 })).toBe(true);
      expect(await store.settleMessage(stock, { status: 'delivered', at: 6_000 })).toBe(false);
      expect(await claim(store)).toEqual([]);
      expect((await store.readMessages({ status: 'delivered', limit: 10 })).map(({ id }) => id)).toEqual(['s1']);
    });

    test('a claim that expires can be taken, and its holder can no longer settle it', async () => {
      const store = await open();
      await change(store, [], [messageOf('m1'), messageOf('m2')]);
      const [late] = await claim(store);
      await kind().expireClaims();
      const [taken] = await claim(store, { now: 100_000 });
      if (late === undefined || taken === undefined) throw new Error('no claim');
      expect([late.id, taken.id]).toEqual(['m1', 'm1']);
      expect(await store.settleMessage(late, { status: 'delivered', at: 6_000 })).toBe(false);
      expect(await store.settleMessage(taken, { status: 'delivered', at: 6_000 })).toBe(true);
      expect((await claim(store, { now: 100_000 })).map(({ id }) => id)).toEqual(['m2']);
    });

    test('a message that failed keeps its place, and is tried again when its time has come', async () => {
      const store = await open();
      await change(store, [], [messageOf('m1'), messageOf('m2')]);
      const [first] = await claim(store);
      if (first === undefined) throw new Error('no claim');
      await store.settleMessage(first, { status: 'waiting', at: 6_000, retryAt: 8_999.5, because: '503' });
      expect(await claim(store, { now: 8_999 })).toEqual([]);
      const [again] = await claim(store, { now: 9_000 });
      expect(again).toMatchObject({ id: 'm1', attempts: 1, because: '503', at: messageOf('m1').at });
    });

    test('waiting messages can be set aside, and settled ones are deleted', async () => {
      const store = await open();
      await change(store, [], [messageOf('m1'), messageOf('m2'), messageOf('m3', { target: 'mail' })]);
      const [first] = await claim(store);
      expect(await store.abandonMessages('ops', { at: 6_000, because: '410' })).toBe(2);
      expect(await store.settleMessage(first ?? { position: 0, claim: '' }, { status: 'delivered', at: 1 })).toBe(
        false,
      );
      expect(await store.readMessages({ status: 'gone', limit: 1 })).toMatchObject([{ id: 'm2', because: '410' }]);
      expect(await store.readBacklog()).toEqual([{ target: 'mail', waiting: 1, oldest: messageOf('m3').at }]);
      expect(await store.deleteMessages(6_000)).toBe(0);
      expect(await store.deleteMessages(6_001)).toBe(2);
      expect((await store.readMessages({ limit: 10 })).map(({ id }) => id)).toEqual(['m3']);
    });
  });
}
