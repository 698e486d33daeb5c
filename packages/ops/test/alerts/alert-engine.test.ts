import { describe, expect, test } from 'vitest';
import { createEngine, setUp } from '../support/alert-set-up.ts';
import { day, hour, minute, origin } from '../support/alert-world.ts';

test('20 flaps across a restart are one alarm and one recovery', async () => {
  const world = setUp();
  for (let flap = 0; flap < 20; flap += 1) {
    world.at(flap * hour);
    await world.run('failed');
    world.at(flap * hour + 30 * minute);
    await world.run('succeeded');
    await world.look();
    if (flap === 7 || flap === 12) world.restart();
  }
  expect(world.summary()).toEqual(['run opened 0']);
  world.at(20 * hour);
  await world.run('succeeded');
  await world.look();
  expect(world.summary()).toEqual(['run opened 0', 'run recovered 19.5']);
  expect(world.notifications[1]?.data).toMatchObject({
    durationMs: 19.5 * hour,
    text: 'Orders: recovered after 19h 30m',
  });
  expect((await world.store.readMessages({ limit: 10 })).map(({ id }) => id)).toEqual(
    world.notifications.map(({ id }) => id).reverse(),
  );
  expect(await world.store.readCursor('alerts')).toBe(41);
});

describe('an alert', () => {
  test('opens after the configured number of bad runs in a row, and counts from the first of them', async () => {
    const world = setUp({ rules: [{ jobs: 'Orders', after: 3 }] });
    for (const [index, outcome] of (
      ['failed', 'failed', 'succeeded', 'failed', 'partial', 'failed'] as const
    ).entries()) {
      world.at(index * hour);
      await world.run(outcome);
      world.restart();
    }
    expect(world.summary()).toEqual(['run opened 3']);
    expect(world.notifications[0]?.data.text).toBe('Orders: 3 runs in a row failed: status is "FAILED"');
  });

  test('settles when nothing bad happens for a time after a good run', async () => {
    const world = setUp();
    await world.run('failed');
    world.at(hour);
    await world.run('succeeded');
    world.at(3 * hour - 1);
    await world.look();
    expect(world.summary()).toEqual(['run opened 0']);
    world.at(3 * hour);
    await world.look();
    await world.look();
    expect(world.summary()).toEqual(['run opened 0', 'run recovered 1']);
  });

  test('that settles and opens again before an evaluation stays the same alert for receivers', async () => {
    const world = setUp();
    await world.run('failed');
    world.at(hour);
    await world.run('succeeded');
    world.at(9 * hour);
    await world.run('failed');
    await world.look();
    world.at(10 * hour);
    await world.run('succeeded');
    world.at(11 * hour);
    await world.run('succeeded');
    expect(world.summary()).toEqual(['run opened 0', 'run recovered 10']);
  });

  test('is reported again under another id', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
    for (let index = 0; index < 6; index += 1) {
      world.at(index * hour);
      await world.run(index % 2 === 0 ? 'failed' : 'succeeded');
    }
    expect(world.summary().map((text) => text.split(' ')[1])).toEqual([
      'opened',
      'recovered',
      'opened',
      'recovered',
      'opened',
      'recovered',
    ]);
    expect(new Set(world.notifications.map(({ id }) => id)).size).toBe(6);
  });

  test('is reported again under another id if it opens again at the same moment', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
    await world.run('failed');
    const correct = (outcome: 'failed' | 'succeeded') =>
      world.run(outcome, {
        key: 'r1',
        type: 'changed',
        previous: outcome === 'failed' ? 'succeeded' : 'failed',
        start: origin - minute,
        end: origin,
      });
    for (const outcome of ['succeeded', 'failed', 'succeeded', 'failed'] as const) {
      world.restart();
      world.clock.set(world.clock.date() + minute);
      await correct(outcome);
    }
    const transitions = ['opened', 'recovered', 'opened', 'recovered', 'opened'];
    expect(world.summary()).toEqual(transitions.map((to) => `run ${to} 0`));
    expect(new Set(world.notifications.map(({ id }) => id)).size).toBe(5);
  });

  test('is neither opened nor closed by an outcome that is not in the rule', async () => {
    const world = setUp({ rules: [{ jobs: '*', on: ['failed'], recover: 1 }] });
    for (const outcome of ['cancelled', 'unknown', 'partial', 'failed', 'cancelled', 'unknown', 'warned'] as const) {
      world.clock.set(world.clock.date() + hour);
      await world.run(outcome);
    }
    expect(world.summary()).toEqual(['run opened 4', 'run recovered 7']);
  });

  test('is changed by a correction of the latest run, but not of an earlier one', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
    await world.run('succeeded', { key: 'old' });
    world.at(hour);
    await world.run('succeeded', { key: 'new' });
    world.at(2 * hour);
    await world.run('failed', {
      key: 'old',
      type: 'changed',
      previous: 'succeeded',
      start: origin - minute,
      end: origin,
    });
    expect(world.summary()).toEqual([]);
    const start = origin + hour - minute;
    await world.run('failed', { key: 'new', type: 'changed', previous: 'succeeded', start });
    await world.run('failed', { key: 'new', type: 'changed', previous: 'failed', start, rows: 7 });
    await world.run('succeeded', { key: 'new', type: 'changed', previous: 'failed', start });
    expect(world.summary()).toEqual(['run opened 2', 'run recovered 2']);
    expect(world.notifications[1]?.data.text).toBe('Orders: recovered');
  });
});

describe('a silence', () => {
  const rules = [{ jobs: '*', recover: 1 }];
  const silences = [{ jobs: 'Ord*', until: '2026-03-02T06:00:00Z' }];

  test('holds back what is still open until it ends', async () => {
    const world = setUp({ rules, silences });
    world.at(hour);
    await world.run('failed');
    await world.look();
    expect([world.summary(), (await world.alerts.list())[0]?.isHeldBack]).toEqual([[], true]);
    world.restart();
    world.at(6 * hour - 1);
    await world.look();
    expect(world.summary()).toEqual([]);
    world.at(6 * hour);
    await world.look();
    expect(world.summary()).toEqual(['run opened 1']);
  });

  test('hides alerts that open and close within it, and reports a recovery when it ends', async () => {
    const world = setUp({ rules });
    await world.run('failed');
    world.restart({ silences });
    world.at(hour);
    await world.run('succeeded');
    world.at(2 * hour);
    await world.run('failed', {}, 'Orders 2');
    world.at(3 * hour);
    await world.run('succeeded', {}, 'Orders 2');
    world.at(7 * hour);
    await world.look();
    expect(world.notifications.map(({ subject, type }) => `${subject} ${type.split('.').at(-1)}`)).toEqual([
      'Orders opened',
      'Orders recovered',
    ]);
  });

  test('can be limited to reasons and jobs', async () => {
    const world = setUp({ rules, silences: [{ jobs: 'Orders', on: ['partial'], until: '2026-03-02T06:00:00Z' }] });
    await world.run('partial');
    await world.run('failed', {}, 'Stock');
    await world.run('failed');
    expect(world.notifications.map(({ subject, data }) => `${subject} ${data.run?.outcome}`)).toEqual([
      'Stock failed',
      'Orders failed',
    ]);
  });
});

test('old runs are not reported, unless the problem still exists an hour later', async () => {
  const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
  for (let index = 10; index > 2; index -= 1) {
    const end = origin - index * day;
    await world.run(index % 2 === 0 ? 'failed' : 'succeeded', { start: end - minute, end });
    await world.run('failed', { start: end - minute, end }, 'Stock');
  }
  world.at(hour - 1);
  await world.look();
  expect(world.summary()).toEqual([]);
  world.at(hour);
  await world.look();
  expect(world.notifications.map(({ subject, time }) => `${subject} ${time}`)).toEqual([
    'Stock 2026-02-20T00:00:00.000Z',
  ]);
});

test('two processes report each transition once', async () => {
  const world = setUp({ rules: [{ jobs: '*', recover: 1 }] });
  const options = { rules: [{ jobs: '*', recover: 1 }] };
  const [first, second] = [createEngine(world, options), createEngine(world, options)];
  const events = [];
  for (let index = 0; index < 30; index += 1) {
    world.at(index * hour);
    events.push(await world.end('Orders', index % 3 === 0 ? 'failed' : 'succeeded'));
  }
  await first.list();
  await second.list();
  for (const event of events)
    await Promise.all([first.handle([event]), second.handle([event]), first.evaluate(), second.evaluate()]);
  const messages = await world.store.readMessages({ limit: 100 });
  expect(messages).toHaveLength(20);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(20);
});

test('two consumers of one store report to the same webhook', async () => {
  const world = setUp();
  const event = await world.end('Orders', 'failed');
  await createEngine(world).handle([event]);
  await createEngine(world, { consumer: 'night shift' }).handle([event]);
  const messages = await world.store.readMessages({ limit: 10 });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
});

test('the event is a CloudEvent, with the texts of the service cleaned and shortened', async () => {
  const world = setUp();
  await world.run('failed', { error: 'x'.repeat(900), status: 'FAILED', rows: 12 }, 'Bad\u001b[31m\u202ejob');
  const [event] = world.notifications;
  expect(event).toEqual({
    specversion: '1.0',
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    source: 'urn:syncline:production',
    type: 'io.github.syncline.alert.opened',
    subject: 'Bad [31m job',
    time: '2026-03-02T00:00:00.000Z',
    datacontenttype: 'application/json',
    data: {
      environment: 'production',
      job: 'Bad [31m job',
      kind: 'run',
      text: 'Bad [31m job: the run failed: status is "FAILED"',
      status: 'open',
      because: ['status is "FAILED"'],
      openedAt: '2026-03-02T00:00:00.000Z',
      run: {
        key: 'r1',
        outcome: 'failed',
        status: 'FAILED',
        start: '2026-03-01T23:59:00.000Z',
        end: '2026-03-02T00:00:00.000Z',
        rows: 12,
        error: 'x'.repeat(900),
      },
    },
  });
  const [message] = await world.store.readMessages({ limit: 1 });
  expect(JSON.parse(message?.body ?? '')).toEqual(event);
});

test('a webhook that is named twice gets each message once', async () => {
  const world = setUp({
    webhooks: ['ops', 'chat'],
    rules: [{ jobs: 'Stock', webhooks: ['ops', 'ops'] }, { jobs: '*' }],
  });
  await world.run('failed');
  await world.run('failed', {}, 'Stock');
  const messages = await world.store.readMessages({ limit: 10 });
  expect(messages.map(({ job, target }) => `${job} ${target}`).sort()).toEqual([
    'Orders chat',
    'Orders ops',
    'Stock ops',
  ]);
});

describe('an alert whose run was not bad after all', () => {
  test('does not settle by a good run before it opened', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 1, settle: '1h' }] });
    for (const [index, outcome] of (['failed', 'succeeded', 'failed'] as const).entries()) {
      world.at(index * minute);
      await world.run(outcome, { key: `r${index}` });
    }
    world.at(3 * hour);
    await world.run('cancelled', { key: 'r2', type: 'changed', previous: 'failed' });
    await world.look();
    expect((await world.sent()).map((text) => text.split(' ')[2])).toEqual(['opened', 'recovered', 'opened']);
  });

  test('keeps what its receivers know', async () => {
    const world = setUp({ rules: [{ jobs: '*', recover: 2 }] });
    await world.run('failed', { key: 'only' });
    await world.run('partial', { key: 'only', type: 'changed', previous: 'failed' });
    await world.run('succeeded', { key: 'only', type: 'changed', previous: 'partial' });
    expect((await world.alerts.list())[0]).toMatchObject({ reason: 'failed', because: ['status is "FAILED"'] });
    expect((await world.sent()).map((text) => text.split(' ')[2])).toEqual(['opened']);
  });
});
